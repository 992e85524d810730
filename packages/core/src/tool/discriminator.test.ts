import { describe, expect, it } from 'vitest'
import { applyTextEdits } from '../schema/json-document.ts'
import { setDiscriminator } from './discriminator.ts'
import { flatRows } from './flat-rows.ts'
import { addAlternative, changeCombination, removeAlternative } from './property-edits.ts'

const parse = (text: string): unknown => JSON.parse(text)
const TEXT = JSON.stringify({
  properties: {
    shape: {
      oneOf: [
        { $ref: '#/$defs/circle' },
        { title: 'square', type: 'object', properties: { side: { type: 'number' } } },
      ],
    },
  },
  $defs: { circle: { type: 'object', properties: { radius: { type: 'number' } } } },
})
const AT = '/properties/shape'

describe('alternatives of a schema', () => {
  it('get a property that each requires with another value', () => {
    const text = applyTextEdits(TEXT, setDiscriminator(TEXT, '', AT, 'oneOf', 'kind'))
    expect(parse(text)).toMatchObject({
      properties: { shape: { oneOf: [{}, { properties: { kind: { const: 'square' } }, required: ['kind'] }] } },
      $defs: { circle: { properties: { kind: { const: 'circle' } }, required: ['kind'] } },
    })
    const [shape, circle, square] = flatRows(text, '', new Set([AT]))
    expect(shape?.discriminator).toBe('kind')
    expect([circle?.said, square?.said]).toEqual(['circle', 'square'])
    // A property that tells them apart already stays.
    expect(setDiscriminator(text, '', AT, 'oneOf', 'kind')).toEqual([])
  })

  it('get none where one of them takes other values than objects', () => {
    const text = '{ "oneOf": [{ "type": "object" }, { "type": "string" }] }'
    expect(setDiscriminator(text, '', '', 'oneOf', 'kind')).toEqual([])
  })

  it('are added to the keyword that is there, each of another type, and the first starts the keyword', () => {
    let text = '{ "properties": { "a": { "oneOf": [{ "type": "string" }] } } }'
    text = applyTextEdits(text, addAlternative(text, '/properties/a', 'oneOf'))
    text = applyTextEdits(text, addAlternative(text, '/properties/a', 'oneOf'))
    expect(parse(text)).toEqual({
      properties: { a: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
    })
    expect(parse(applyTextEdits(text, addAlternative(text, '/properties/a', 'allOf')))).toMatchObject({
      properties: { a: { allOf: [{}] } },
    })
  })

  it('are added with another value for the property that tells them apart', () => {
    const text = applyTextEdits(TEXT, setDiscriminator(TEXT, '', AT, 'oneOf', 'kind'))
    const more = applyTextEdits(text, addAlternative(text, AT, 'oneOf', 'kind'))
    const [shape] = flatRows(more, '', new Set([AT]))
    expect(shape?.discriminator).toBe('kind')
    expect(more).toContain('"const":"option3"')
  })

  it('go, and with the last one the keyword', () => {
    const text = '{ "type": "object", "oneOf": [{}] }'
    expect(parse(applyTextEdits(text, removeAlternative(text, '/oneOf/0')))).toEqual({ type: 'object' })
  })

  it('change their keyword, unless the other is taken', () => {
    const text = '{ "oneOf": [{}], "allOf": [] }'
    expect(parse(applyTextEdits(text, changeCombination(text, '', 'oneOf', 'anyOf')))).toEqual({
      anyOf: [{}],
      allOf: [],
    })
    expect(changeCombination(text, '', 'oneOf', 'allOf')).toEqual([])
  })
})
