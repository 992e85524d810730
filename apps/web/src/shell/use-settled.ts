import { useEffect, useState } from 'react'

const IDLE_MS = 80

/** True a moment after `ready`: what is not needed for the first picture waits until that is drawn. */
export function useSettled(ready: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!ready || isSettled) return undefined
    const timer = setTimeout(() => setSettled(true), IDLE_MS)
    return () => clearTimeout(timer)
  }, [ready, isSettled])
  return isSettled
}
