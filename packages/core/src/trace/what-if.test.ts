import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatedShare, repeatedTokens, whatIf, type AskedRequest } from './what-if.ts'

const PRICES = {
  date: '2026-01-01',
  currency: 'USD' as const,
  models: { big: { input: 2, output: 10, cachedInput: 0.5 }, small: { input: 1, output: 2 } },
}
const asked = (model: string, inputTokens: number, repeated?: number): AskedRequest => ({
  model,
  usage: { inputTokens, outputTokens: 1000, cachedTokens: 0, reasoningTokens: 0, estimated: false },
  ms: 1100,
  firstTokenMs: 100,
  ...(repeated !== undefined && { repeated }),
})

describe('Recorded Requests under another model', () => {
  it('cost what its price says for the recorded tokens, and take its own recorded pace', () => {
    const [big, small, other] = whatIf(
      [asked('big', 1_000_000), asked('big', 1_000_000, 0.5)],
      ['big', 'small', 'x'],
      PRICES,
    )
    expect(big).toMatchObject({ cost: 4.02, ms: { low: 2200, high: 2200 }, paced: 2 })
    expect(big?.cachedCost).toBeCloseTo(4.02 - 0.75)
    expect(small).toMatchObject({ cost: 2.004, ms: null, paced: 0 })
    expect(other).toMatchObject({ cost: null, cachedCost: null })
  })

  it('count a repeated prefix only from the length that providers cache', () => {
    expect(repeatedTokens(asked('big', 2000, 0.5))).toBe(0)
    expect(repeatedTokens(asked('big', 2100, 0.5))).toBe(1050)
  })

  it('repeat a share that is 1 for the same messages, 0 for other first ones, and grows with the prefix', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string()), (before, more) => {
        expect(repeatedShare(before, before)).toBe(1)
        const share = repeatedShare(before, [...before, ...more])
        expect(share).toBeGreaterThan(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(repeatedShare([`${before[0] ?? ''}x`, ...before], before)).toBe(0)
      }),
    )
  })
})
