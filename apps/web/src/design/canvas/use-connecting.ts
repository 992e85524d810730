import { useReactFlow, type Edge, type FinalConnectionState } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import type { Point } from '../../document/layout/layout-file.ts'
import { openDialog } from '../../platform/session/session.ts'
import type { Port } from '../../document/commands/nodes/connect.ts'
import type { DelegationEdgeType } from './DelegationEdge.tsx'
import { ADD_HANDLE, toolHandle } from '../../document/layout/geometry.ts'
import type { Refusal } from './RefusalHint.tsx'

type PointerLike = MouseEvent | TouchEvent

export const pointerOf = (event: PointerLike): Point => {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
}

/** The node under the pointer, wherever on it the pointer is: a connection need not hit the port. */
const nodeUnder = (event: PointerLike): string | null => {
  const { x, y } = pointerOf(event)
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null
}

/** The effect of a drawn connection; it loads after the first view. */
const edits = () => import('../../document/commands/nodes/connect.ts')

/** The start of the new connection: a click on a port doesn't connect. */
let pressedAt: Point = { x: 0, y: 0 }

const isMoved = (event: PointerLike): boolean =>
  Math.hypot(pointerOf(event).x - pressedAt.x, pointerOf(event).y - pressedAt.y) > 4

/** Draws delegations to an Idea or empty canvas, or moves them to another Idea; a refusal appears at the pointer. */
export function useConnecting() {
  const flow = useReactFlow()
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [connecting, setConnecting] = useState(false)
  const forgetRefusal = useCallback(() => setRefused(null), [])

  const onConnectStart = useCallback((event: PointerLike) => {
    pressedAt = pointerOf(event)
    setConnecting(true)
  }, [])

  const onConnectEnd = useCallback(
    (event: PointerLike, state: FinalConnectionState) => {
      setConnecting(false)
      if (state.fromNode === null || state.fromHandle === null || state.fromHandle.type !== 'source') return
      const from: Port = { node: state.fromNode.id, handle: state.fromHandle.id ?? null }
      const target = nodeUnder(event) ?? state.toNode?.id ?? null
      if (target === null) {
        const at = pointerOf(event)
        const handle = state.fromHandle.id ?? ADD_HANDLE
        // A click on a port means the Idea it belongs to, not a place of the canvas.
        const place = isMoved(event) ? { place: flow.screenToFlowPosition(at) } : {}
        if (nameOfIdeaNode(from.node) !== null)
          openDialog({ type: 'add', at, ...place, from: { node: from.node, handle } })
        return
      }
      const isMeant = isMoved(event)
      const at = pointerOf(event)
      void edits().then(({ connect, refusal }) => {
        const why = refusal(from, target)
        if (why === null) connect(from, target)
        else if (isMeant) setRefused({ at, text: why })
      })
    },
    [flow],
  )

  // Accepts a drop anywhere on a node: React Flow itself requires the port.
  const onReconnectEnd = useCallback((event: PointerLike, edge: Edge) => {
    const data = edge.data as DelegationEdgeType['data'] // every edge here is a delegation
    const target = nodeUnder(event)
    if (data === undefined || target === null || target === edge.target) return
    const from: Port = { node: edge.source, handle: toolHandle(data.tool) }
    const at = pointerOf(event)
    void edits().then(({ connect, reconnect, refusal }) => {
      const why = refusal(from, target)
      if (why !== null) setRefused({ at, text: why })
      else if (nameOfIdeaNode(target) === null) connect(from, target)
      else reconnect(edge.source, data.tool, edge.target, target)
    })
  }, [])

  return { connecting, refused, forgetRefusal, onConnectStart, onConnectEnd, onReconnectEnd }
}
