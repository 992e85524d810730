import { useEffect, useState } from 'react'
import { isTypedIn } from '../../document/commands/where-keys-belong.ts'

/** Wheels of mice turn in large steps of one direction; what fingers do on a trackpad is finer. */
const STEP_OF_MICE = 50

const isOfTrackpad = ({ deltaX, deltaY, deltaMode, ctrlKey }: WheelEvent): boolean =>
  deltaMode === 0 && !ctrlKey && (deltaX !== 0 || Math.abs(deltaY) < STEP_OF_MICE || !Number.isInteger(deltaY))

const onControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary, [role="tab"], [role="tree"]') !== null

/** Panning with the pointer: two fingers on a trackpad pan, and any drag pans while Space is held. */
export function usePointing(): { readonly panOnScroll: boolean; readonly isSpaceHeld: boolean } {
  const [panOnScroll, setPan] = useState(false)
  const [isSpaceHeld, setSpace] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('wheel', (event) => !event.ctrlKey && setPan(isOfTrackpad(event)), {
      signal,
      passive: true,
      capture: true,
    })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== ' ' || isTypedIn(event.target) || onControl(event.target)) return
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
