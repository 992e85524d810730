import type { Graph, GraphNode } from '@ensemble/core'
import { Position, type Node, type NodeHandle } from '@xyflow/react'
import { isGroupId, type Notes, type Positions } from '../../document/layout/layout-file.ts'
import { t } from '../../platform/i18n/index.ts'
import type { Selection } from '../../platform/session/session.ts'
import type { DelegationEdgeType } from './DelegationEdge.tsx'
import type { EdgeRoutes } from './edge-geometry.ts'
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

function handlesOf(node: GraphNode): NodeHandle[] {
  const { width } = sizeOf(node)
  const input = handle('target', INPUT_HANDLE, 0, INPUT_Y)
  if (isSmall(node)) return [input]
  const rows = node.tools.map(({ name }, index) => handle('source', toolHandle(name), width, rowY(index)))
  return [input, ...rows, handle('source', ADD_HANDLE, width, rowY(node.tools.length))]
}

/** The graph's nodes as React Flow draws them; sizes and ports are declared, so that nothing is measured. */
export function flowNodes(graph: Graph, places: Positions, selection: Selection): Node[] {
  const selected = new Set(selection.nodes)
  return graph.nodes.flatMap((node) => {
    const position = places.get(node.id)
    if (position === undefined) return []
    const size = sizeOf(node)
    return [
      {
        id: node.id,
        type: isGroupId(node.id) ? 'folded' : isSmall(node) ? 'small' : 'module',
        position,
        data: {},
        ...size,
        measured: size,
        handles: handlesOf(node),
        selected: selected.has(node.id),
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
    // React Flow lifts what is selected by a thousand.
    zIndex: selected.has(id) ? -1002 : -2,
    dragHandle: '.group-bar',
    style: { pointerEvents: 'none' },
    selected: selected.has(id),
  }))
}

export function flowEdges(graph: Graph, routes: Pick<EdgeRoutes, 'of'>, selection: Selection): DelegationEdgeType[] {
  const names = new Map(graph.nodes.map((node) => [node.id, node]))
  const { tool } = selection
  return graph.edges.flatMap((edge) => {
    const way = routes.of(edge)
    if (way === undefined) return []
    const target = names.get(edge.to)
    const isModule = target?.kind === 'idea' || target?.kind === 'missing'
    const toName = target?.title ?? target?.name ?? edge.to
    return [
      {
        id: edge.id,
        type: 'delegation',
        ariaLabel: t('canvas.delegates', { tool: edge.tool, to: toName }),
        source: edge.from,
        sourceHandle: toolHandle(edge.tool),
        target: edge.to,
        targetHandle: INPUT_HANDLE,
        reconnectable: isModule ? 'target' : false,
        selected: tool?.node === edge.from && tool.name === edge.tool && (tool.to === undefined || tool.to === edge.to),
        data: {
          geometry: way,
          tool: edge.tool,
          to: edge.to,
          toName,
          imports: importsLabel(edge.imports),
          requested: edge.importsMode === 'requested',
        },
      },
    ]
  })
}
