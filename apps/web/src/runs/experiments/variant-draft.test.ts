import { describe, expect, it } from 'vitest'
import { fromVariant, parseInputs, textsOf, toVariant } from './variant-draft.ts'

const TEXTS = [
  { type: 'text', text: 'Compose.' },
  { type: 'text', text: 'Be brief.' },
] as const
const idea = { context: [TEXTS[0], { type: 'input' }, TEXTS[1]] } as const

describe('an experiment in the making', () => {
  it('reads one JSON value from each line and names the line that isn’t one', () => {
    expect(parseInputs('{"n":1}\n\n "two" \n')).toEqual({ ok: true, inputs: [{ n: 1 }, 'two'] })
    expect(parseInputs('1\n\n{"n"')).toMatchObject({ ok: false, line: 3 })
  })

  it('is a variant that differs from the files in one thing, or in none', () => {
    expect(textsOf(idea)).toEqual([
      { at: 0, text: 'Compose.' },
      { at: 2, text: 'Be brief.' },
    ])
    const drafts = [
      { name: 'A', differs: { kind: 'none' } as const },
      { name: 'B', differs: { kind: 'model', model: 'gpt' } as const },
      { name: 'C', differs: { kind: 'activity', tool: 'composer/writeTitle', activity: '' } as const },
      { name: 'P', differs: { kind: 'profile', profile: 'production' } as const },
      { name: 'D', differs: { kind: 'prompt', idea: 'composer', message: 2, text: 'Be long.' } as const },
    ]
    const made = drafts.map((draft) => toVariant(draft, () => idea))
    expect(made.map((variant) => fromVariant(variant, () => idea))).toEqual(drafts)
    expect(made).toEqual([
      { name: 'A' },
      { name: 'B', model: 'gpt' },
      { name: 'C', activities: { 'composer/writeTitle': '' } },
      { name: 'P', profile: 'production' },
      {
        name: 'D',
        ideas: { composer: { context: [...idea.context.slice(0, 2), { type: 'text', text: 'Be long.' }] } },
      },
    ])
  })

  it('differs in nothing if its Idea is gone, and in an unchosen text if none is another', () => {
    const draft = { name: 'A', differs: { kind: 'prompt', idea: 'gone', message: 0, text: 'x' } as const }
    expect(toVariant(draft, () => null)).toEqual({ name: 'A' })
    const same = { name: 'A', ideas: { composer: idea } }
    expect(fromVariant(same, () => idea).differs).toEqual({ kind: 'prompt', idea: 'composer', message: -1, text: '' })
    expect(fromVariant(same, () => null).differs).toMatchObject({ message: 0, text: 'Compose.' })
    expect(textsOf(null)).toEqual([])
  })
})
