/**
 * A page that is left may be kept whole by the browser, to be shown again on the way back: its open streams would stay,
 * and a browser allows only six connections to one server. So streams end with the page, and begin anew when it is back.
 */
let isLeft = false
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => (isLeft = true))
  addEventListener('pageshow', () => (isLeft = false))
}

/** Calls `end` when the page is left. Returns how to stop. */
export function onLeft(end: () => void): () => void {
  addEventListener('pagehide', end)
  return () => removeEventListener('pagehide', end)
}

/** Resolves at once, or when the page that was left is back. */
export const untilBack = (): Promise<void> =>
  isLeft ? new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true })) : Promise.resolve()
