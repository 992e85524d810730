import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isTypedIn } from '../../document/commands/where-keys-belong.ts'

/** Wheels of mice turn in large steps of one direction; what fingers do on a trackpad is finer. */
const STEP_OF_MICE = 50

const isOfTrackpad = ({ deltaX, deltaY, deltaMode, ctrlKey }: WheelEvent): boolean =>
  deltaMode === 0 && !ctrlKey && (deltaX !== 0 || Math.abs(deltaY) < STEP_OF_MICE || !Number.isInteger(deltaY))

/**
 * Whether Space presses the control that has the focus. One that the pointer pressed before it came back over the canvas
 * leaves Space to the canvas.
 */
const onControl = (target: EventTarget | null, pressed: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('button, a, summary, [role="tab"], [role="tree"]') !== null &&
  !(pressed instanceof Node && target.contains(pressed) && document.querySelector('.react-flow:hover') !== null)

/** Panning with the pointer: two fingers on a trackpad pan, and any drag pans while Space is held. */
export function usePointing(): { readonly panOnScroll: boolean; readonly isSpaceHeld: boolean } {
  const [panOnScroll, setPan] = useState(false)
  const [isSpaceHeld, setSpace] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey) return
        // Before the canvas gets it: one notch of a mouse is one event.
        flushSync(() => setPan(isOfTrackpad(event)))
      },
      { signal, passive: true, capture: true },
    )
    let pressed: EventTarget | null = null
    window.addEventListener('pointerdown', ({ target }) => (pressed = target), { signal, capture: true })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Tab') pressed = null
        if (event.key !== ' ' || isTypedIn(event.target) || onControl(event.target, pressed)) return
        event.preventDefault()
        setSpace(true)
      },
      { signal },
    )
    window.addEventListener('keyup', ({ key }) => key === ' ' && setSpace(false), { signal })
    window.addEventListener('blur', () => setSpace(false), { signal })
    return () => stop.abort()
  }, [])
  return { panOnScroll, isSpaceHeld }
}
