const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `act` on abort; returns a function that stops listening. One listener for each signal: hosts warn of a leak at eleven. Ignores past aborts.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const acts = waiting.get(signal) ?? listen(signal)
  acts.add(act)
  return () => void acts.delete(act)
}

/** Apart, so that what listens holds the first that waited no longer than the others. */
function listen(signal: AbortSignal): Set<() => void> {
  const acts = new Set<() => void>()
  waiting.set(signal, acts)
  signal.addEventListener(
    'abort',
    () => {
      for (const act of acts) act()
      acts.clear()
    },
    { once: true },
  )
  return acts
}
