/** Keys that were pressed before the code that answers them came. */
const early: KeyboardEvent[] = []
let heard: (() => void) | null = null
const stop = new AbortController()

/** Keeps what is typed while the window loads; `onKey` hears of the first key. */
export function keepFirstKeys(onKey: () => void): void {
  heard = onKey
  if (early.length > 0) onKey()
}

/** What was typed so far, for the one who answers keys from now on. */
export function takeFirstKeys(): readonly KeyboardEvent[] {
  stop.abort()
  return early
}

if (typeof document === 'object')
  document.addEventListener(
    'keydown',
    (event) => {
      // The browser would go to its address bar.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault()
      early.push(event)
      heard?.()
    },
    { signal: stop.signal },
  )
