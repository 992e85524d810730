import { useReactFlow, type Edge, type FinalConnectionState } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import { holdKeys } from '../../platform/session/held-keys.ts'
import { pointerOf, type PointerLike } from './pointer-of.ts'
import type { Refusal } from './RefusalHint.tsx'

/** The effect of a drawn connection; it loads after the first view. */
const ends = () => import('./end-connection.ts')

/** Draws delegations to an Idea or empty canvas, or moves them to another Idea; a refusal appears at the pointer. */
export function useConnecting() {
  const flow = useReactFlow()
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [connecting, setConnecting] = useState(false)
  const pressedAt = useRef({ x: 0, y: 0 })
  const forgetRefusal = useCallback(() => setRefused(null), [])
  const tell = useCallback((refusal: Refusal | null) => refusal !== null && setRefused(refusal), [])

  const onConnectStart = useCallback((event: PointerLike) => {
    pressedAt.current = pointerOf(event)
    setConnecting(true)
  }, [])

  const onConnectEnd = useCallback(
    (event: PointerLike, state: FinalConnectionState) => {
      setConnecting(false)
      void holdKeys(ends().then(({ endConnection }) => tell(endConnection(event, state, pressedAt.current, flow))))
    },
    [flow, tell],
  )
  const onReconnectEnd = useCallback(
    (event: PointerLike, edge: Edge) => void ends().then(({ endReconnection }) => tell(endReconnection(event, edge))),
    [tell],
  )

  return { connecting, refused, forgetRefusal, onConnectStart, onConnectEnd, onReconnectEnd }
}
