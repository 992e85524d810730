import type { Edge, FinalConnectionState, ReactFlowInstance } from '@xyflow/react'
import { connect, reconnect, refusal, type Port } from '../../document/commands/nodes/connect.ts'
import { ADD_HANDLE, toolHandle } from '../../document/layout/geometry.ts'
import type { Point } from '../../document/layout/layout-file.ts'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import { openDialog } from '../../platform/session/session.ts'
import type { DelegationEdgeType } from './DelegationEdge.tsx'
import { pointerOf, type PointerLike } from './pointer-of.ts'
import type { Refusal } from './RefusalHint.tsx'

/** The node under the pointer, wherever on it the pointer is: a connection need not hit the port. */
const nodeUnder = (event: PointerLike): string | null => {
  const { x, y } = pointerOf(event)
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null
}

/** Makes the delegation that was drawn, or opens the picker on empty canvas; answers why it can't. */
export function endConnection(
  event: PointerLike,
  { fromNode, fromHandle, toNode }: FinalConnectionState,
  /** Where it was started: a click on a port doesn't connect. */
  pressedAt: Point,
  flow: ReactFlowInstance,
): Refusal | null {
  if (fromNode === null || fromHandle === null || fromHandle.type !== 'source') return null
  const from: Port = { node: fromNode.id, handle: fromHandle.id ?? null }
  const target = nodeUnder(event) ?? toNode?.id ?? null
  const at = pointerOf(event)
  const isMoved = Math.hypot(at.x - pressedAt.x, at.y - pressedAt.y) > 4
  if (target === null) {
    const handle = fromHandle.id ?? ADD_HANDLE
    // A click on a port means the Idea it belongs to, not a place of the canvas.
    const place = isMoved ? { place: flow.screenToFlowPosition(at) } : {}
    if (nameOfIdeaNode(from.node) !== null) openDialog({ type: 'add', at, ...place, from: { node: from.node, handle } })
    return null
  }
  const why = refusal(from, target)
  if (why === null) connect(from, target)
  return why !== null && isMoved ? { at, text: why } : null
}

/** Moves a delegation to the node its end was dropped on; answers why it can't. React Flow itself requires the port. */
export function endReconnection(event: PointerLike, edge: Edge): Refusal | null {
  const data = edge.data as DelegationEdgeType['data'] // every edge here is a delegation
  const target = nodeUnder(event)
  if (data === undefined || target === null || target === edge.target) return null
  const from: Port = { node: edge.source, handle: toolHandle(data.tool) }
  const why = refusal(from, target)
  if (why !== null) return { at: pointerOf(event), text: why }
  if (nameOfIdeaNode(target) === null) connect(from, target)
  else reconnect(edge.source, data.tool, edge.target, target)
  return null
}
