import type { PriceTable } from '@ensemble/core'
import { costAt } from '@ensemble/core/host'
import type { Cursor } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { readPrices } from '../../platform/api/run-client.ts'

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

/**
 * What a span and everything below it had cost by the instant shown at these prices, in their currency; null where a
 * model has no price. An estimate beside the sum that the Run recorded when it ended.
 */
export const spanCost = (cursor: Cursor, span: string, prices: PriceTable): number | null =>
  cursor.totals(span).reduce<number | null>((sum, { model, usage }) => {
    const cost = costAt(usage, model, prices)
    return sum === null || cost === null ? null : sum + cost
  }, 0)

/** `$0.0123`; cents where it is more than that, nothing where it is nothing. */
export const money = (cost: number | null): string => {
  if (cost === null || cost === 0) return ''
  if (cost < 0.0001) return '<$0.0001'
  return `$${cost.toFixed(cost < 1 ? 4 : 2)}`
}
