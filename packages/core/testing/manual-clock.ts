import { createClock } from '../src/run/operate/system-clock.ts'
import type { Clock } from '../src/run/record/executor-deps.ts'

/** A clock that only `advance` moves. */
export const createManualClock = (): Clock & { readonly advance: (ms: number) => void } => {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly act: () => void }>()
  const clock = createClock({
    now: () => Date.parse('2026-11-21T00:00:00Z') + now,
    elapsed: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  return {
    ...clock,
    advance(ms) {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.act()
      }
    },
  }
}
