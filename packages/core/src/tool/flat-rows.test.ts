import { describe, expect, it } from 'vitest'
import { flatRows } from './flat-rows.ts'

const TEXT = JSON.stringify({
  type: 'object',
  properties: {
    song: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    notes: { type: 'array', items: { type: 'object', properties: { pitch: { type: 'integer' } } } },
    mood: { anyOf: [{ type: 'string' }, { type: 'object', properties: { name: {} } }] },
  },
})
const shown = (...open: string[]) =>
  flatRows(TEXT, '', new Set(open)).map(({ level, name, kind }) => `${'  '.repeat(level)}${kind} ${name}`)

describe('the rows of a table', () => {
  it('are the properties alone while nothing is open', () => {
    expect(shown()).toEqual(['property song', 'property notes', 'property mood'])
  })

  it('show what is inside a property that is open: its properties, its items, its alternatives', () => {
    expect(shown('/properties/song', '/properties/notes', '/properties/notes/items', '/properties/mood')).toEqual([
      'property song',
      '  property title',
      'property notes',
      '  items items',
      '    property pitch',
      'property mood',
      '  anyOf anyOf 0',
      '  anyOf anyOf 1',
    ])
  })
})
