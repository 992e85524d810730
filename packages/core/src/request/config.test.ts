import { describe, expect, it } from 'vitest'
import { compositionOf, limitsOf, mergeConfig } from './config.ts'

describe('a Config', () => {
  it('is merged from workspace, profile, Idea and run, the later over the earlier', () => {
    const merged = mergeConfig(
      { model: 'small', toolChoice: 'auto', limits: { turns: 5 } },
      undefined,
      { model: undefined, limits: { depth: 2 }, composition: { reasoning: false } },
      { temperature: 0.7 },
    )
    expect(merged).toMatchObject({ model: 'small', temperature: 0.7, toolChoice: 'auto' })
    expect(limitsOf(merged)).toMatchObject({ turns: 5, depth: 2, callsPerTurn: 128 })
    expect(compositionOf(merged)).toMatchObject({ reasoning: false, inlineBytes: 2048 })
  })

  it('holds no more than its layers: a member that none of them has, or that is undefined, is missing', () => {
    expect(mergeConfig({ model: 'small' }, { temperature: undefined })).toEqual({ model: 'small' })
    expect(mergeConfig({ reasoning: { effort: 'low' } }, {})).toEqual({ reasoning: { effort: 'low' } })
    expect(mergeConfig({}, { limits: { turns: 5, depth: undefined } })).toEqual({ limits: { turns: 5 } })
    expect(mergeConfig()).toEqual({})
  })

  it('has every limit by default', () => {
    expect(limitsOf({})).toEqual({
      turns: 20,
      callsPerTurn: 128,
      calls: 1000,
      depth: 8,
      wallMs: 900000,
      callMs: 120000,
      tokens: 1000000,
      cost: 5,
      invalidTurns: 3,
      repeatedCalls: 5,
    })
  })
})
