import type { Clock } from '../record/executor-deps.ts'

/** Something that ends by itself at a time that is recorded. */
export interface Due {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly expire: () => Promise<void>
}

/** One timer for everything that is due at some time, however much that is. */
export interface Expiry {
  /** Something may be due earlier than what was known. */
  look(): void
  stop(): void
}

/** Milliseconds after which what could not be written is tried again: a disk may be full. */
const AGAIN_MS = 1000

/** The longest that is waited at once: a timer does not notice that the machine slept, or that its clock was set. */
const LOOK_MS = 60_000

export function createExpiry(clock: Clock, due: () => readonly Due[]): Expiry {
  let cancel: (() => void) | undefined
  let next = Infinity
  let stopped = false

  const expire = async (): Promise<void> => {
    cancel = undefined
    next = Infinity
    const now = clock.now()
    const ends = await Promise.allSettled(due().flatMap((one) => (one.at <= now ? [one.expire()] : [])))
    plan(ends.some(({ status }) => status === 'rejected') ? AGAIN_MS : 0)
  }
  const plan = (leastMs: number): void => {
    const earliest = Math.min(...due().map(({ at }) => at))
    // With nothing due, the earliest is never.
    if (stopped || earliest >= next) return
    cancel?.()
    next = earliest
    cancel = clock.after(Math.min(LOOK_MS, Math.max(leastMs, earliest - clock.now())), () => void expire())
  }
  return {
    look: () => plan(0),
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
