import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDifferent, fromAnswer, sameAnswer, type ShownAnswer } from './shown-answer.ts'

const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: true }
const call = fc.record({ tool: fc.constantFrom('bass', 'lead'), parameters: fc.record({ n: fc.integer({ max: 2 }) }) })

describe('answers side by side', () => {
  it('are the same however their calls are ordered', () => {
    fc.assert(
      fc.property(
        fc
          .array(call, { maxLength: 6 })
          .chain((calls) => fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length }))),
        ([calls, shuffled]) => {
          const answers = [calls, shuffled].map((made): ShownAnswer => ({ calls: made, output: null, raw: '' }))
          expect(countDifferent(answers)).toBe(1)
        },
      ),
    )
  })

  it('differ by a call, by a refusal, by the output', () => {
    const answer = (calls: readonly object[], output: string | null): ShownAnswer =>
      fromAnswer({ model: 'm', raw: '', calls: calls as never, output, usage, cost: null, ms: 1 }) // as the server sends them
    const note = { ok: true, call: { _tool: 'note', _activity: '', n: 1 } }
    const refused = { ok: false, error: { code: 'tool.unknown', message: 'There is none.', retryable: true } }
    const all = [answer([note], null), answer([note, note], null), answer([refused], null), answer([note], 'x')]
    expect(countDifferent([...all, ...all])).toBe(4)
    expect(all[0]?.calls).toEqual([{ tool: 'note', parameters: { n: 1 } }])
    expect(sameAnswer(answer([note, refused], null), answer([refused, note], null))).toBe(true)
  })
})
