import type { Sha256 } from '@ensemble/core'

/** New content, which is kept until the event that names it arrives. */
export interface FreshHashes {
  add(hash: Sha256): void
  has(hash: Sha256): boolean
}

/** Milliseconds in which content that was just put may still be waiting for the event that names it. */
const FRESH_MS = 60_000

/** `now` gives milliseconds and never goes back. */
export const createFreshHashes = (now: () => number = () => performance.now()): FreshHashes => {
  // Ordered by time, the oldest first.
  const putAt = new Map<Sha256, number>()
  return {
    add: (hash) => {
      putAt.delete(hash)
      putAt.set(hash, now())
    },
    has: (hash) => {
      for (const [old, at] of putAt) {
        if (now() - at < FRESH_MS) break
        putAt.delete(old)
      }
      return putAt.has(hash)
    },
  }
}
