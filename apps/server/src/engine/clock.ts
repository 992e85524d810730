import { type Clock, onAbort } from '@ensemble/core'

/** Longer timers overflow and fire at once. */
const LONGEST_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.round(performance.now()),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const done = (): void => {
        leave()
        resolve()
      }
      const timer = setTimeout(done, Math.min(ms, LONGEST_MS))
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const leave = onAbort(signal, stop)
    }),
}
