import type { ModelUsage } from '../model/model.ts'
import { costAt, type PriceTable } from '../model/prices.ts'
import { percentile } from './tool-totals.ts'

/** One answered Request of the record. */
export interface AskedRequest {
  readonly model: string
  readonly usage: ModelUsage
  readonly ms: number
  readonly firstTokenMs: number
  /** Share of its messages, 0 to 1, that began the Request before it in the same Loop; undefined if they weren't read. */
  readonly repeated?: number
}

/** The recorded Requests under one model. */
export interface WhatIf {
  readonly model: string
  /** In the table's currency; null without a price. Counts the tokens as the recorded models counted them. */
  readonly cost: number | null
  /** The same if every repeated prefix had been read from the provider's cache; null without a price or without messages. */
  readonly cachedCost: number | null
  /** Milliseconds of all Requests one after the other, by the model's own recorded pace: its middle half. Null without a record of it. */
  readonly ms: { readonly low: number; readonly high: number } | null
  /** Its own recorded Requests, behind that pace. */
  readonly paced: number
}

/** Prefixes that providers cache have at least this many tokens. */
export const FEWEST_CACHED = 1024

/** The tokens of a Request that a cache would have held: a repeated prefix that is long enough. */
export const repeatedTokens = ({ usage: { inputTokens, cachedTokens }, repeated = 0 }: AskedRequest): number => {
  const tokens = Math.floor(inputTokens * repeated)
  return tokens < FEWEST_CACHED ? cachedTokens : Math.max(cachedTokens, tokens)
}

/** The cost and time of recorded Requests with each model. Nothing is asked. */
export const whatIf = (
  requests: readonly AskedRequest[],
  models: readonly string[],
  prices: PriceTable,
): readonly WhatIf[] =>
  models.map((model): WhatIf => {
    const costOf = (withCache: boolean): number | null =>
      requests.reduce<number | null>((sum, request) => {
        const usage = withCache ? { ...request.usage, cachedTokens: repeatedTokens(request) } : request.usage
        const cost = sum === null ? null : costAt(usage, model, prices)
        return sum === null || cost === null ? null : sum + cost
      }, 0)
    const own = requests.filter((request) => request.model === model)
    const wasRead = requests.some(({ repeated }) => repeated !== undefined)
    return {
      model,
      cost: costOf(false),
      cachedCost: wasRead ? costOf(true) : null,
      ms: timeAt(requests, own),
      paced: own.length,
    }
  })

const timeAt = (requests: readonly AskedRequest[], own: readonly AskedRequest[]): WhatIf['ms'] => {
  if (own.length === 0) return null
  const first = own.map(({ firstTokenMs }) => firstTokenMs)
  const pace = own.map(
    ({ ms, firstTokenMs, usage }) => Math.max(0, ms - firstTokenMs) / Math.max(1, usage.outputTokens),
  )
  const at = (share: number): number => {
    const [begin, each] = [percentile(first, share) ?? 0, percentile(pace, share) ?? 0]
    return requests.reduce((sum, { usage }) => sum + begin + each * usage.outputTokens, 0)
  }
  return { low: at(0.25), high: at(0.75) }
}

/** The share of a Request's messages that the one before it began with, by their characters. */
export const repeatedShare = (before: readonly unknown[], messages: readonly unknown[]): number => {
  let same = 0
  let all = 0
  let isSame = true
  for (const [at, message] of messages.entries()) {
    const text = JSON.stringify(message)
    isSame &&= at < before.length && JSON.stringify(before[at]) === text
    all += text.length
    if (isSame) same += text.length
  }
  return all === 0 ? 0 : same / all
}
