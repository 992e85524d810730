import type { Clock } from '../executor-deps.ts'

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

export function createExpiry(clock: Clock, due: () => readonly Due[]): Expiry {
  let cancel: (() => void) | undefined
  let next = Infinity
  let stopped = false

  const expire = async (): Promise<void> => {
    cancel = undefined
    next = Infinity
    const now = clock.now()
    await Promise.allSettled(due().flatMap((one) => (one.at <= now ? [one.expire()] : [])))
    look()
  }
  const look = (): void => {
    const earliest = Math.min(...due().map(({ at }) => at))
    if (stopped || earliest >= next || earliest === Infinity) return
    cancel?.()
    next = earliest
    cancel = clock.after(Math.max(0, earliest - clock.now()), () => void expire())
  }
  return {
    look,
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
