import { describe, expect, it } from 'vitest'
import { costOf, PRICES } from './built-in-prices.ts'
import type { PriceTable } from './prices.ts'

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
  it('asks more for the whole Request where its input is long, as some providers do', () => {
    const long = { above: 999, input: 20, cachedInput: 2, output: 30 }
    const tiered: PriceTable = { ...table, models: { own: { input: 10, output: 20, cachedInput: 1, long } } }
    expect(costOf(usage, 'own', tiered)).toBeCloseTo((600 * 20 + 400 * 2 + 100 * 30) / 1e6, 12)
    expect(costOf({ ...usage, inputTokens: 999 }, 'own', tiered)).toBeCloseTo((599 * 10 + 400 + 100 * 20) / 1e6, 12)
  })
  it('knows models of several makers, and none that anybody may run at home', () => {
    for (const name of ['gpt-5.2', 'claude-sonnet-4-5-20250929', 'gemini-2.5-pro', 'grok-4', 'deepseek-chat'])
      expect(costOf(usage, name), name).toBeGreaterThan(0)
    for (const name of ['gpt-oss-20b', 'local/gpt-oss-120b', 'llama3.2', 'qwen3:8b', 'mistral-7b'])
      expect(costOf(usage, name), name).toBeNull()
  })
  it('is null where no price is known and zero for the simulated model', () => {
    expect(costOf(usage, 'toString', table)).toBeNull()
    expect(costOf(usage, 'simulated')).toBe(0)
    expect(PRICES.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})
