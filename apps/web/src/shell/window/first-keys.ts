/** Keys that were pressed before the code that answers them came. */
const early: KeyboardEvent[] = []
let heard: (() => void) | null = null
const stop = new AbortController()

/** Keeps the typing while the window loads; `onKey` gets the first key. */
export function keepFirstKeys(onKey: () => void): void {
  heard = onKey
  if (early.length > 0) onKey()
}

/** The text typed so far, for the next reader of keys. */
export function takeFirstKeys(): readonly KeyboardEvent[] {
  stop.abort()
  return early
}

if (typeof document === 'object')
  document.addEventListener(
    'keydown',
    (event) => {
      // The field or the list it was pressed in has answered it.
      if (event.defaultPrevented) return
      // The browser would go to its address bar.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault()
      early.push(event)
      heard?.()
    },
    { signal: stop.signal },
  )
