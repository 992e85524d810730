import { useEffect, useState } from 'react'

/** False until the first frame was painted: everything that isn't needed at once waits for that long. */
export function useFirstFrame(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let second = 0
    // A callback before the next frame, then one after it was painted.
    const first = requestAnimationFrame(() => {
      second = requestAnimationFrame(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(first)
      cancelAnimationFrame(second)
    }
  }, [])
  return isPainted
}
