import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@ensemble/core'
import { messagesOf } from '../../document/texts/idea-view.ts'
import { passingOf } from './passing.ts'

const IDEA: JsonObject = {
  context: [
    { role: 'system', content: 'You are a producer.' },
    { type: 'input', input: { brief: 'a song' } },
    { type: 'state', state: { song: { title: 'Sea' } } },
    { type: 'data', kind: 'notes', data: ['loud'] },
    { type: 'tool', tool: { compose: {}, mix: {} } },
  ],
}
const passing = (...imports: string[]) => passingOf(messagesOf(IDEA), imports)
const namesOf = (...imports: string[]) =>
  passing(...imports).flatMap(({ name, passes }) => (passes === 'no' ? [] : [name]))

describe('what passes to a Call', () => {
  it('is what its imports list and nothing else, Tools never', () => {
    expect(namesOf()).toEqual([])
    expect(namesOf('input', 'text')).toEqual(['text', 'input'])
    expect(namesOf('data:notes')).toEqual(['data:notes'])
    expect(namesOf('data:other')).toEqual([])
    expect(passing('text', 'input', 'state', 'data:notes').map(({ canPass }) => canPass)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  it('is a part of the state where a path of it is listed', () => {
    expect(passing('state:song.title').find(({ name }) => name === 'state')?.passes).toBe('part')
    expect(passing('state').find(({ name }) => name === 'state')?.passes).toBe('whole')
  })

  it('is shown by the words of each Message', () => {
    expect(passing().map(({ words }) => words)).toEqual([
      'You are a producer.',
      '{"brief":"a song"}',
      '{"song":{"title":"Sea"}}',
      '["loud"]',
      'compose, mix',
    ])
  })
})
