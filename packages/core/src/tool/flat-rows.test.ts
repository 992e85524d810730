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

describe('the rows of a schema with references', () => {
  const TREE = JSON.stringify({
    type: 'object',
    properties: {
      root: { $ref: '#/$defs/node' },
      _output: { properties: { a: { $ref: '#/$defs/own' } }, $defs: { own: { properties: { x: {} } } } },
    },
    anyOf: [{ required: ['root'] }],
    $defs: { node: { properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } } },
  })
  const rows = (...open: string[]) =>
    flatRows(TREE, '', new Set(open)).map(({ level, kind, name }) => `${'  '.repeat(level)}${kind} ${name}`)

  it('end with its definitions, after its alternatives', () => {
    expect(rows()).toEqual(['property root', 'property _output', 'anyOf anyOf 0', 'definition node'])
  })

  it('open through a reference as often as a person opens it, each line with its own key', () => {
    const once = '/properties/root'
    const twice = `${once}>/$defs/node/properties/next`
    expect(rows(once, twice)).toEqual([
      'property root',
      '  property name',
      '  property next',
      '    property name',
      '    property next',
      'property _output',
      'anyOf anyOf 0',
      'definition node',
    ])
    const keys = flatRows(TREE, '', new Set([once, twice])).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('read references in a result from the result', () => {
    expect(rows('/properties/_output', '/properties/_output/properties/a').slice(2, 5)).toEqual([
      '  property a',
      '    property x',
      '  definition own',
    ])
  })
})
