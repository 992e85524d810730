import { useEffect, useState } from 'react'

const LONGEST_MS = 1500
/** The canvas measures its pane before it mounts what is visible. */
const CANVAS_MS = 200

/** Calls back once the browser has drawn and has nothing else to do; returns what calls it off. */
function whenDrawn(callback: () => void): () => void {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: LONGEST_MS })
    else callback()
  }, CANVAS_MS)
  return () => clearTimeout(timer)
}

/** True a moment after `ready`: what is not needed for the first picture waits until that is drawn. */
export function useSettled(ready: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => (ready ? whenDrawn(() => setSettled(true)) : undefined), [ready])
  return isSettled
}
