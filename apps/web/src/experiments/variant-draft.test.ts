import { describe, expect, it } from 'vitest'
import { fromVariant, parseInputs, textsOf, toVariant } from './variant-draft.ts'

const idea = { context: [{ type: 'text', text: 'Compose.' }, { type: 'input' }, { type: 'text', text: 'Be brief.' }] }

describe('an experiment in the making', () => {
  it('reads one JSON value from each line and names the line that is none', () => {
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
      { name: 'D', differs: { kind: 'prompt', idea: 'composer', message: 2, text: 'Be long.' } as const },
    ]
    const made = drafts.map((draft) => toVariant(draft, () => idea))
    expect(made.map((variant) => fromVariant(variant, () => idea))).toEqual(drafts)
    expect(made).toEqual([
      { name: 'A' },
      { name: 'B', model: 'gpt' },
      { name: 'C', activities: { 'composer/writeTitle': '' } },
      {
        name: 'D',
        ideas: { composer: { context: [...idea.context.slice(0, 2), { type: 'text', text: 'Be long.' }] } },
      },
    ])
  })
})
