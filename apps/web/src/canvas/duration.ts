const SECOND = 1000
const MINUTE = 60 * SECOND

/** Milliseconds as people read them: `340 ms`, `1.4 s`, `2:05`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`
  const seconds = Math.floor(ms / SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
