import { useStoreApi } from '@xyflow/react'
import { useState, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'

/** A finger does not hover before it presses; many laptops have a screen for fingers, too. */
const canHover = globalThis.matchMedia?.('(hover: hover) and (not (any-pointer: coarse))').matches ?? false

/** Whether a node's output ports are mounted: only where the pointer is, since each costs at every movement. */
export function usePorts(id: string) {
  const [isNear, setNear] = useState(!canHover)
  const flow = useStoreApi()
  const hover = {
    onPointerEnter(event: PointerEvent<HTMLElement>) {
      const nodeElement = event.currentTarget.closest<HTMLDivElement>('.react-flow__node')
      // Synchronous, so that the next press finds its port, and React Flow its place.
      flushSync(() => setNear(true))
      if (nodeElement !== null) flow.getState().updateNodeInternals(new Map([[id, { id, nodeElement, force: true }]]))
    },
    onPointerLeave: () => setNear(!canHover),
  }
  return [isNear, hover] as const
}
