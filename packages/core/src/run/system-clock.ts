import { onAbort } from '../schema/on-abort.ts'
import type { Clock } from './executor-types.ts'

/** The host's clock; the same in Node, a Worker and the page. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.round(performance.now()),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      // Longer than 24 days overflows the host's timers; nothing here waits that long.
      const timer = setTimeout(
        () => {
          leave()
          resolve()
        },
        Math.min(ms, 2 ** 31 - 1),
      )
      const leave = onAbort(signal, stop)
    }),
}
