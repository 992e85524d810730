import { useEffect, useState } from 'react'

/** Without a picture (an empty workspace, another page) or a moment of rest, the rest of the window comes after this. */
const LONGEST_MS = 1500
const LOOK_MS = 50

/** A node, or the painting of many. */
const isPictured = (): boolean => document.querySelector('.react-flow__node, .react-flow canvas') !== null

/** Calls back once the graph is drawn and the browser is idle; returns how to cancel. */
function whenDrawn(callback: () => void): () => void {
  const began = performance.now()
  const look = (): void => {
    if (!isPictured() && performance.now() - began < LONGEST_MS) timer = setTimeout(look, LOOK_MS)
    else if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: LONGEST_MS })
    else callback()
  }
  let timer = setTimeout(look, LOOK_MS)
  return () => clearTimeout(timer)
}

/** True a moment after `ready`: what is not needed for the first picture waits until that is drawn. */
export function useSettled(ready: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => (ready ? whenDrawn(() => setSettled(true)) : undefined), [ready])
  return isSettled
}
