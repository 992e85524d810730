import type { GraphEdge, GraphNode } from '@ensemble/core'
import { Position, type Node, type NodeHandle } from '@xyflow/react'
import { isGroupId } from '../../document/layout/group-tree.ts'
import type { Notes, Positions } from '../../document/layout/layout-file.ts'
import { t } from '../../platform/i18n/index.ts'
import type { Selection } from '../../platform/session/session.ts'
import type { DelegationEdgeType } from './DelegationEdge.tsx'
import type { EdgeRoutes } from './edge-geometry.ts'
import type { Bunch, FarEdge } from './far-view.ts'
import type { Part } from './nearby.ts'
import {
  ADD_HANDLE,
  INPUT_HANDLE,
  INPUT_Y,
  importsLabel,
  isSmall,
  rowY,
  sizeOf,
  toolHandle,
  type Rect,
} from '../../document/layout/geometry.ts'

const PORT = 9

const handle = (type: 'source' | 'target', id: string, x: number, y: number): NodeHandle => ({
  type,
  id,
  position: type === 'source' ? Position.Right : Position.Left,
  x: x - PORT / 2,
  y: y - PORT / 2,
  width: PORT,
  height: PORT,
})

/** Where edges leave a node that is seen from afar. */
export const FAR_HANDLE = 'far'

function handlesOf(node: GraphNode, isFar: boolean): NodeHandle[] {
  const { width, height } = sizeOf(node)
  if (isFar) return [handle('target', INPUT_HANDLE, 0, height / 2), handle('source', FAR_HANDLE, width, height / 2)]
  const input = handle('target', INPUT_HANDLE, 0, INPUT_Y)
  if (isSmall(node)) return [input]
  const rows = node.tools.map(({ name }, index) => handle('source', toolHandle(name), width, rowY(index)))
  return [input, ...rows, handle('source', ADD_HANDLE, width, rowY(node.tools.length))]
}

function typeOf(node: GraphNode, isFar: boolean): string {
  if (isFar) return 'far'
  if (isGroupId(node.id)) return 'folded'
  return isSmall(node) ? 'small' : 'module'
}

/** The graph's nodes as React Flow draws them; sizes and ports are declared, so that nothing is measured. */
export function flowNodes(
  nodes: readonly GraphNode[],
  places: Positions,
  selection: Selection,
  isFar: boolean,
): Node[] {
  const selected = new Set(selection.nodes)
  return nodes.flatMap((node) => {
    const position = places.get(node.id)
    if (position === undefined) return []
    const size = sizeOf(node)
    return [
      {
        id: node.id,
        type: typeOf(node, isFar),
        position,
        data: {},
        ...size,
        measured: size,
        handles: handlesOf(node, isFar),
        selected: selected.has(node.id),
      },
    ]
  })
}

/** Frames around leaves that one edge leads to, seen from afar; they only show, and are not taken hold of. */
export function flowBunches(bunches: readonly Bunch[], moved: ReadonlyMap<string, Rect>, { edges }: Part): Node[] {
  const called = new Set(edges.map(({ to }) => to))
  return bunches.flatMap(({ id, rect }) => {
    if (!called.has(id)) return []
    const { x, y, width, height } = moved.get(id) ?? rect
    const size = { width, height }
    return [
      {
        id,
        type: 'bunch',
        position: { x, y },
        data: {},
        ...size,
        measured: size,
        handles: [handle('target', INPUT_HANDLE, 0, height / 2)],
        zIndex: -1,
        draggable: false,
        selectable: false,
        style: { pointerEvents: 'none' as const },
      },
    ]
  })
}

/** Notes lie under the nodes. */
export function flowNotes(notes: Notes, moving: Positions, selection: Selection): Node[] {
  const selected = new Set(selection.nodes)
  return [...notes].map(([id, { x, y, width, height }]) => ({
    id,
    type: 'note',
    position: moving.get(id) ?? { x, y },
    data: {},
    width,
    height,
    measured: { width, height },
    handles: [],
    zIndex: selected.has(id) ? -1001 : -1,
    selected: selected.has(id),
  }))
}

/** Frames of groups lie under notes and nodes; only their bar takes the pointer. */
export function flowFrames(frames: ReadonlyMap<string, Rect>, selection: Selection): Node[] {
  const selected = new Set(selection.nodes)
  return [...frames].map(([id, { x, y, width, height }]) => ({
    id,
    type: 'frame',
    position: { x, y },
    data: {},
    width,
    height,
    measured: { width, height },
    handles: [],
    // React Flow lifts the selection by a thousand.
    zIndex: selected.has(id) ? -1002 : -2,
    dragHandle: '.group-bar',
    style: { pointerEvents: 'none' },
    selected: selected.has(id),
  }))
}

const mergedOf = (edge: GraphEdge): readonly string[] => ('merged' in edge ? (edge as FarEdge).merged : [edge.id]) // a delegation from near has no such field

export function flowEdges(
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, GraphNode>,
  routes: Pick<EdgeRoutes, 'of'>,
  selection: Selection,
  isFar: boolean,
): DelegationEdgeType[] {
  const { tool } = selection
  return edges.flatMap((edge) => {
    const way = routes.of(edge)
    if (way === undefined) return []
    const target = nodes.get(edge.to)
    const isModule = target?.kind === 'idea' || target?.kind === 'missing'
    const toName = target?.title ?? target?.name ?? edge.to
    return [
      {
        id: edge.id,
        type: 'delegation',
        ariaLabel: t('canvas.delegates', { tool: edge.tool, to: toName }),
        source: edge.from,
        sourceHandle: isFar ? FAR_HANDLE : toolHandle(edge.tool),
        target: edge.to,
        targetHandle: INPUT_HANDLE,
        reconnectable: isModule && !isFar ? 'target' : false,
        selected: tool?.node === edge.from && tool.name === edge.tool && (tool.to === undefined || tool.to === edge.to),
        data: {
          geometry: way,
          tool: edge.tool,
          to: edge.to,
          toName,
          imports: importsLabel(edge.imports),
          requested: edge.importsMode === 'requested',
          merged: mergedOf(edge),
        },
      },
    ]
  })
}
