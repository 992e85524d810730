import { useState } from 'react'
import { flushSync } from 'react-dom'

/** A finger does not hover before it presses. */
const canHover = globalThis.matchMedia?.('(hover: hover)').matches ?? false

/** Whether a node's output ports are mounted: only where the pointer is, since each costs at every movement. */
export function usePorts() {
  const [isNear, setNear] = useState(!canHover)
  const hover = {
    // At once, so that a press that follows finds its port.
    onPointerEnter: () => flushSync(() => setNear(true)),
    onPointerLeave: () => setNear(!canHover),
  }
  return [isNear, hover] as const
}
