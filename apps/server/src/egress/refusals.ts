import type { Refusal } from './egress-fetch.ts'

/** A host that something of this workspace wanted to reach and could not. */
export interface RefusedHost extends Refusal {
  /** ISO 8601, of the last time. */
  readonly at: string
  readonly times: number
}

/** Requests refused since the server started, newest first. */
export interface Refusals {
  readonly add: (refusal: Refusal) => void
  readonly list: () => readonly RefusedHost[]
}

const MOST_KEPT = 50

export const createRefusals = (now: () => number): Refusals => {
  const known = new Map<string, RefusedHost>()
  return {
    add: (refusal) => {
      const key = `${refusal.host}\0${refusal.allow ?? refusal.message}`
      const times = (known.get(key)?.times ?? 0) + 1
      // Set again, it moves to the end: the first one is the oldest.
      known.delete(key)
      known.set(key, { ...refusal, at: new Date(now()).toISOString(), times })
      const [oldest] = known.keys()
      if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
    },
    list: () => [...known.values()].toReversed(),
  }
}
