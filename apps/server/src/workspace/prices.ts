import { isObject } from '@ensemble/core'
import { type Price, PRICES, type PriceTable } from '@ensemble/core/model'

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

const toPrice = (value: unknown): Price | undefined => {
  if (!isObject(value)) return undefined
  const { input, output, cachedInput } = value
  if (!isAmount(input) || !isAmount(output)) return undefined
  if (cachedInput === undefined) return { input, output }
  return isAmount(cachedInput) ? { input, output, cachedInput } : undefined
}

/**
 * `prices` of ensemble.json over the built-in table: USD per million tokens, with the person's date, or the built-in
 * one without changes. Undefined if the shape is wrong.
 */
export const readPrices = (value: unknown): PriceTable | undefined => {
  if (value === undefined) return PRICES
  if (!isObject(value)) return undefined
  const { date, models = {} } = value
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date) || !isObject(models)) return undefined
  const own: [string, Price][] = []
  for (const [name, entry] of Object.entries(models)) {
    const price = toPrice(entry)
    if (price === undefined) return undefined
    own.push([name, price])
  }
  const { source, date: builtInDate } = PRICES
  return {
    date,
    currency: 'USD',
    builtInDate,
    ...(source !== undefined && { source }),
    models: { ...PRICES.models, ...Object.fromEntries(own) },
  }
}
