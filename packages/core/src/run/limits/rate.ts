import type { RateLimits } from '../../model/model.ts'

/** One question of the last minute. Its tokens are an estimate until it is answered. */
export interface Sent {
  readonly at: number
  tokens: number
}

export interface Hindrance {
  readonly by: 'requests' | 'tokens'
  /** Milliseconds until it may be gone. */
  readonly ms: number
}

const MINUTE = 60_000

export const NO_RATE: RateLimits = {}

/** The questions of the last minute, by the clock that measures durations. */
export class Rate {
  #sent: Sent[] = []

  /** The reason why a question of so many tokens can't be sent now. One that is larger than the limit is sent alone. */
  hindrance(limits: RateLimits, now: number, tokens: number): Hindrance | undefined {
    const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = limits
    this.#sent = this.#sent.filter(({ at }) => at > now - MINUTE)
    const oldest = this.#sent.at(-requestsPerMinute)
    if (this.#sent.length >= requestsPerMinute && oldest !== undefined)
      return { by: 'requests', ms: oldest.at + MINUTE - now }
    const spent = this.#sent.filter((one) => one.tokens > 0)
    let used = spent.reduce((sum, one) => sum + one.tokens, tokens)
    for (const one of spent) {
      if (used <= tokensPerMinute) return undefined
      used -= one.tokens
      if (used <= tokensPerMinute || one === spent.at(-1)) return { by: 'tokens', ms: one.at + MINUTE - now }
    }
    return undefined
  }

  /** Counts a question; undefined where nothing is limited. */
  send({ requestsPerMinute, tokensPerMinute }: RateLimits, now: number, tokens: number): Sent | undefined {
    if (requestsPerMinute === undefined && tokensPerMinute === undefined) return undefined
    const sent = { at: now, tokens }
    this.#sent.push(sent)
    return sent
  }
}
