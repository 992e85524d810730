import type { Clock } from '../../src/run/record/executor-deps.ts'
import { createClock } from '../../src/run/operate/system-clock.ts'

/** Time that passes only when nothing else can happen: the earliest sleeper wakes. The seed alone decides the order. */
export interface Scheduler extends Clock {
  /** Wakes sleepers one by one until `done`; false if no one sleeps and it isn't done: the Run is stuck. */
  runUntil(done: () => boolean): Promise<boolean>
  /** Everybody who sleeps now never wakes: the process is gone. */
  forget(): void
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

const START = Date.parse('2026-11-21T00:00:00Z')

/** How many rounds without a sleeper are given to promises that settle late. */
const PATIENCE = 5

export function createScheduler(): Scheduler {
  let time = START
  let sleepers: Sleeper[] = []
  const clock = createClock({
    now: () => time,
    elapsed: () => time,
    after(ms, wake) {
      // As a real timer: repeated sleeps must not stop the time.
      const sleeper: Sleeper = { at: time + Math.max(1, ms), wake }
      // Kept in order of waking; of two at one instant the one that slept first wakes first.
      const place = sleepers.findLastIndex((one) => one.at <= sleeper.at)
      sleepers.splice(place + 1, 0, sleeper)
      return () => {
        sleepers = sleepers.filter((one) => one !== sleeper)
      }
    },
  })
  return {
    ...clock,
    async runUntil(done) {
      for (let idle = 0; idle < PATIENCE;) {
        await promisesSettled()
        if (done()) return true
        const next = sleepers.shift()
        if (!next) {
          idle++
          continue
        }
        idle = 0
        time = Math.max(time, next.at)
        next.wake()
      }
      return false
    },
    forget() {
      sleepers = []
    },
  }
}

const promisesSettled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
