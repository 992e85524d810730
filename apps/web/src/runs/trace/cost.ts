import type { PriceTable } from '@ensemble/core/model'
import { costAt } from '@ensemble/core/host'
import type { Cursor } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { readPrices } from '../../platform/api/run-client.ts'

let known: PriceTable | null = null

/** The workspace's prices; null until read. Read again whenever a trace opens: a person may edit them. */
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

/** A span's cost with its children by the instant shown, in the prices' currency; null without a price. An estimate. */
export const spanCost = (cursor: Cursor, span: string, prices: PriceTable): number | null =>
  cursor.totals(span).reduce<number | null>((sum, { model, usage }) => {
    const cost = costAt(usage, model, prices)
    return sum === null || cost === null ? null : sum + cost
  }, 0)

/** `$0.0123`; cents if it is more than that, nothing if it is zero. */
export const money = (cost: number | null): string => {
  if (cost === null || cost === 0) return ''
  if (cost < 0.0001) return '<$0.0001'
  return `$${cost.toFixed(cost < 1 ? 4 : 2)}`
}
