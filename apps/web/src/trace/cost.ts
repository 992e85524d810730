import { costOf, type PriceTable } from '@ensemble/core'
import type { Span, TraceLog } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { readPrices } from '../api/run-client.ts'

let known: PriceTable | null = null

/** What models cost in this workspace; null until it is read. Read again whenever a trace opens: a person may edit it. */
export function usePrices(): PriceTable | null {
  const [prices, setPrices] = useState(known)
  useEffect(() => {
    let current = true
    readPrices().then(
      (found) => {
        known = found
        if (current) setPrices(found)
      },
      // Without prices there are tokens.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
  return prices
}

const sums = new WeakMap<Span, number | null>()

/**
 * What a span and everything below it cost at these prices, in their currency; null where a model has no price. An
 * estimate beside the sum that the Run recorded when it ended.
 */
export function spanCost(log: TraceLog, span: Span, prices: PriceTable): number | null {
  const [model, ...others] = log.models
  if (model === undefined) return null
  if (others.length === 0) return costOf(span.total, model, prices)
  return sumBelow(log, span, prices)
}

/** Requests of several models: each at its own price. A settled span costs for ever what it costs. */
function sumBelow(log: TraceLog, span: Span, prices: PriceTable): number | null {
  const before = sums.get(span)
  if (before !== undefined) return before
  const own = span.kind === 'request' && span.model !== undefined ? costOf(span.usage, span.model, prices) : 0
  let sum = own
  for (const id of log.spans.children.get(span.id) ?? []) {
    const child = log.spans.byId.get(id)?.latest
    const cost = child === undefined ? 0 : sumBelow(log, child, prices)
    sum = sum === null || cost === null ? null : sum + cost
  }
  if (span.endedAt !== undefined) sums.set(span, sum)
  return sum
}

/** `$0.0123`; cents where it is more than that, nothing where it is nothing. */
export const money = (cost: number | null): string => {
  if (cost === null || cost === 0) return ''
  if (cost < 0.0001) return '<$0.0001'
  return `$${cost.toFixed(cost < 1 ? 4 : 2)}`
}
