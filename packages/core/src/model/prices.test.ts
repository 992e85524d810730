import { describe, expect, it } from 'vitest'
import { costOf, PRICES, type PriceTable } from './prices.ts'

const usage = { inputTokens: 1000, outputTokens: 100, cachedTokens: 400, reasoningTokens: 0, estimated: false }
const table: PriceTable = {
  date: '2026-01-01',
  currency: 'USD',
  models: { own: { input: 10, output: 20, cachedInput: 1 }, plain: { input: 10, output: 20 } },
}

describe('costOf', () => {
  it('prices fresh input, cached input and output apart', () => {
    expect(costOf(usage, 'own', table)).toBeCloseTo((600 * 10 + 400 * 1 + 100 * 20) / 1e6, 12)
    expect(costOf(usage, 'plain', table)).toBeCloseTo((1000 * 10 + 100 * 20) / 1e6, 12)
  })
  it('finds a model behind an endpoint’s name and with a release date', () => {
    expect(costOf(usage, 'local/own-2026-02-03', table)).toBe(costOf(usage, 'own', table))
  })
  it('is null where no price is known and zero for the simulated model', () => {
    expect(costOf(usage, 'toString', table)).toBeNull()
    expect(costOf(usage, 'simulated')).toBe(0)
    expect(PRICES.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})
