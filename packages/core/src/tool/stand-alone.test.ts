import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from './normalise.ts'
import { standAlone } from './stand-alone.ts'

const Song = { type: 'object', properties: { next: { $ref: '#/$defs/Song' }, key: { $ref: '#/$defs/a%20key' } } }
const whole: JsonObject = {
  type: 'object',
  description: 'Writes a song.',
  $defs: { Song, 'a key': { enum: ['C', 'G'] }, Long: { type: 'number', minimum: 60 } },
  properties: {
    seed: { $ref: '#/properties/_output/properties/title' },
    _approval: { const: { when: { properties: { seconds: { $ref: '#/$defs/Long' } }, required: ['seconds'] } } },
    _output: {
      type: 'object',
      properties: { title: { type: 'string' }, song: { $ref: '#/$defs/Song' }, mood: { $ref: '#/$defs/Mood' } },
      $defs: { Mood: { anyOf: [{ const: 'sad' }, { $ref: '#/$defs/a%20key' }] } },
    },
  },
}
const { check } = createValidator()
const fits = (schema: Parameters<typeof check>[0] | undefined, value: Parameters<typeof check>[1]) =>
  check(schema ?? false, value).ok

describe('What a schema inside a Tool refers to', () => {
  const { tool, problems } = normaliseTool('write', whole)

  it('is found in the Tool’s definitions, and in its own', () => {
    expect(problems).toEqual([])
    expect(fits(tool.output, { song: { next: { key: 'C' } }, mood: 'sad' })).toBe(true)
    expect(fits(tool.output, { mood: 'G' })).toBe(true)
    expect(fits(tool.output, { song: { next: { key: 'H' } } })).toBe(false)
    expect(fits(tool.output, { mood: 'glad' })).toBe(false)
  })

  it('is found from the rule of an approval', () => {
    const rule = tool.approval?.type === 'when' ? tool.approval.schema : undefined
    expect([fits(rule, { seconds: 90 }), fits(rule, { seconds: 9 })]).toEqual([true, false])
  })

  it('is found from a parameter, in `_output` too', () => {
    expect([fits(tool.parameters, { seed: 'x' }), fits(tool.parameters, { seed: 1 })]).toEqual([true, false])
  })

  it('is not touched where nothing leads out of the part, or nowhere', () => {
    const part = { $ref: '#/$defs/A', $defs: { A: { type: 'string' } } }
    expect(standAlone(part, { $defs: { A: true } })).toBe(part)
    const lost = { $ref: '#/$defs/Nowhere' }
    expect(standAlone(lost, whole)).toBe(lost)
  })

  it('takes another name where the part has one of that name', () => {
    const part = { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/definitions/A' }], $defs: { A: { const: 1 } } }
    const alone = standAlone(part, { definitions: { A: { const: 2 } } })
    expect([fits(alone, 1), fits(alone, 2), fits(alone, 3)]).toEqual([true, true, false])
  })
})
