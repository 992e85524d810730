import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { followReference } from '../schema/pointer.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { compose } from './compose.ts'
import type { EffectiveTool } from './composition.ts'
import { DEFAULT_COMPOSITION } from './config.ts'

const validator = createValidator()

const leaf = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'integer' },
  { type: ['number', 'null'] },
  { enum: ['до', 'ре', 3] },
  { $ref: '#/$defs/shared' },
  { $ref: '#/$defs/a%20name' },
  { $ref: '#/definitions/old' },
  { $ref: '#/properties/list' },
  { $ref: '#/properties/list/items/properties/deep' },
  { $ref: '#' },
)
const schema = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ type: fc.constant('array'), items: tie('node') }),
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'название'), tie('node'), { maxKeys: 3 })
      .map((properties): JsonObject => ({ type: 'object', properties })),
  ),
})).node
const list: JsonObject = { type: 'array', items: { properties: { deep: { $ref: '#/$defs/shared' } } } }
const toolSchema = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'город', '_output', '_reasoningForCall'), schema, { maxKeys: 4 })
  .map((properties): JsonObject => ({
    type: 'object',
    properties: { ...properties, list },
    definitions: { old: { type: 'number' } },
    $defs: {
      shared: { type: 'object', properties: { next: { $ref: '#/$defs/shared' } } },
      'a name': { enum: [1] },
    },
  }))

const composed = (schemas: readonly JsonObject[], hasState: boolean, output?: JsonObject) =>
  compose({
    tools: schemas.map((source, index): EffectiveTool => ({
      tool: normaliseTool(`tool${index}`, source).tool,
      mode: 'latent',
      activity: '',
    })),
    output,
    hasState,
    hasInput: false,
    instances: [],
    options: DEFAULT_COMPOSITION,
  })

const references = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json) => references(item))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : references(item),
  )
}

describe('a composed schema', () => {
  it('is whole: every reference in it leads somewhere in it', () => {
    fc.assert(
      fc.property(
        fc.array(toolSchema, { maxLength: 3 }),
        fc.boolean(),
        fc.option(toolSchema),
        (schemas, state, output) => {
          const { schema: whole } = composed(schemas, state, output ?? undefined)
          for (const reference of references(whole)) expect(followReference(whole, reference)).toBeDefined()
        },
      ),
    )
  })

  it('has the same bytes whenever the same is composed', () => {
    fc.assert(
      fc.property(fc.array(toolSchema, { maxLength: 3 }), fc.boolean(), (schemas, state) => {
        const again = schemas.map((source) => structuredClone(source) as JsonObject) // a clone of JSON is JSON
        expect(JSON.stringify(composed(again, state).schema)).toBe(JSON.stringify(composed(schemas, state).schema))
      }),
    )
  })

  it('takes an answer with Calls, with output, with both, and refuses undeclared members', () => {
    const forecast: JsonObject = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    }
    const { schema: whole } = composed([forecast, forecast], true, {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    })
    const fits = (answer: Json): boolean => validator.check(whole, answer).ok
    const call = { _tool: 'tool0', city: 'Москва' }
    expect(fits({ calls: [call, { ...call, _tool: 'tool1' }], output: null })).toBe(true)
    expect(fits({ calls: [], output: { text: 'Готово' } })).toBe(true)
    expect(fits({ calls: [call], output: { text: 'Готово' } })).toBe(true)
    expect(fits({ calls: [{ ...call, days: '†state.days', _outputPath: '†state.weather' }], output: null })).toBe(true)
    expect(fits({ calls: [{ ...call, days: 'three' }], output: null })).toBe(false)
    expect(fits({ calls: [{ ...call, mood: 'sunny' }], output: null })).toBe(false)
    expect(fits({ calls: [{ ...call, _tool: 'tool2' }], output: null })).toBe(false)
    expect(fits({ calls: [{ ...call, _activity: 'forged' }], output: null })).toBe(false)
    expect(fits({ calls: [], output: { text: 'x', more: 1 } })).toBe(false)
    expect(fits({ output: null })).toBe(false)
  })
})
