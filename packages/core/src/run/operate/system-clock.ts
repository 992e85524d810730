import { onAbort } from '../../schema/on-abort.ts'
import type { Clock } from '../record/executor-deps.ts'

/** A Clock over what a host's time can do: tell itself, and call back. */
export const createClock = ({ now, elapsed, after }: Omit<Clock, 'sleep'>): Clock => ({
  now,
  elapsed,
  after,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const cancel = after(ms, () => {
        leave()
        resolve()
      })
      const leave = onAbort(signal, () => {
        cancel()
        reject(signal.reason)
      })
    }),
})

/** Longer timers overflow and fire at once; nothing here waits 24 days. */
const LONGEST_MS = 2 ** 31 - 1

/** The host's clock; the same in Node, a Worker and the page. */
export const systemClock: Clock = createClock({
  now: () => Date.now(),
  elapsed: () => Math.round(performance.now()),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(ms, LONGEST_MS))
    return () => clearTimeout(timer)
  },
})
