import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { ToolSchema } from '../tool/tool.ts'
import { compose } from './compose.ts'
import type { ComposeInput, EffectiveTool } from './composition.ts'
import { DEFAULT_COMPOSITION } from './config.ts'

const sentimentAnalysis: ToolSchema = {
  type: 'object',
  description: 'Оценивает настроение текста.',
  properties: {
    _tool: { type: 'string', const: 'sentimentAnalysis' },
    text: { type: 'string', description: 'Текст для анализа' },
    _output: {
      type: 'object',
      properties: {
        sentiment: { type: 'string', enum: ['positive', 'negative', 'neutral'] },
        score: { type: 'number', minimum: 0, maximum: 1 },
      },
      required: ['sentiment', 'score'],
    },
  },
  required: ['_tool', 'text', '_output'],
}
const weatherCheck: ToolSchema = {
  type: 'object',
  description: 'Gets the weather of a city.',
  properties: { city: { type: 'string' }, days: { type: 'integer' }, _output: { type: 'string' } },
  required: ['city'],
}
const greetUser: ToolSchema = {
  type: 'object',
  description: 'Greets a person by name.',
  properties: { name: { type: 'string' }, _output: { type: 'object', properties: { greeting: { type: 'string' } } } },
  required: ['name'],
}

const latent = (name: string, schema: ToolSchema): EffectiveTool => ({
  tool: normaliseTool(name, schema).tool,
  mode: 'latent',
  activity: '',
})
const explicit = (name: string, schema: ToolSchema, activity = name): EffectiveTool => ({
  tool: normaliseTool(name, schema).tool,
  mode: 'explicit',
  activity,
})
const wellKnown = (): readonly EffectiveTool[] => [
  latent('sentimentAnalysis', sentimentAnalysis),
  explicit('weatherCheck', weatherCheck),
  explicit('greetUser', greetUser),
]

const composed = (tools: readonly EffectiveTool[], more: Partial<ComposeInput> = {}) =>
  compose({
    tools,
    output: undefined,
    hasState: false,
    hasInput: false,
    instances: [],
    options: DEFAULT_COMPOSITION,
    ...more,
  })
const branchOf = (tool: EffectiveTool, more: Partial<ComposeInput> = {}) => {
  const [only] = composed([tool], more).tools
  if (only === undefined) throw new Error('one Tool in, one Tool out')
  return only.branch
}
const options = (changed: Partial<typeof DEFAULT_COMPOSITION>) => ({ options: { ...DEFAULT_COMPOSITION, ...changed } })
const keysOf = (value: unknown): readonly string[] => Object.keys(value as object) // the properties of a composed branch

describe('a Tool in the composition', () => {
  it('shows meta fields first, then the parameters, then _output', () => {
    expect(keysOf(branchOf(latent('sentimentAnalysis', sentimentAnalysis)).properties)).toEqual([
      '_tool',
      '_activity',
      '_reasoningForCall',
      'text',
      '_output',
    ])
  })

  it('that is latent says that the model itself fills _output, which is optional even where the author requires it', () => {
    const branch = branchOf(latent('sentimentAnalysis', sentimentAnalysis))
    expect(branch).toMatchObject({
      description:
        'Оценивает настроение текста.\nDo this yourself: fill `_output` with the result, after the parameters.',
      properties: { _tool: { const: 'sentimentAnalysis' }, _activity: { const: '' } },
      required: ['_tool', 'text'],
      additionalProperties: false,
    })
    expect(
      branchOf(latent('sentimentAnalysis', sentimentAnalysis), options({ latentOutput: 'required' })),
    ).toMatchObject({
      required: ['_tool', 'text', '_output'],
    })
  })

  it('that is explicit names its Activity and keeps _output for a prediction unless it is left out', () => {
    const tool = explicit('weatherCheck', weatherCheck, 'fetchWeather')
    expect(branchOf(tool)).toMatchObject({
      description: 'Gets the weather of a city.',
      properties: { _activity: { const: 'fetchWeather' }, _output: { type: 'string' } },
    })
    expect(keysOf(branchOf(tool, options({ explicitOutput: 'omit' })).properties)).not.toContain('_output')
  })

  it('may show _output before the parameters', () => {
    expect(keysOf(branchOf(explicit('greetUser', greetUser), options({ outputPosition: 'first' })).properties)).toEqual(
      ['_tool', '_activity', '_reasoningForCall', '_output', 'name'],
    )
  })

  it('keeps its author’s own _reasoningForCall and otherwise shows one only where reasoning is asked for', () => {
    const authored = { type: 'object', properties: { _reasoningForCall: { type: 'string', maxLength: 80 } } }
    expect(branchOf(latent('think', authored), options({ reasoning: false }))).toMatchObject({
      properties: { _reasoningForCall: { maxLength: 80 } },
    })
    expect(keysOf(branchOf(latent('think', { type: 'object' }), options({ reasoning: false })).properties)).toEqual([
      '_tool',
      '_activity',
    ])
  })

  it('shows a module as a constant or as a choice that a Call must make', () => {
    const module = (schema: ToolSchema): EffectiveTool => ({ ...latent('ask', schema), mode: 'module' })
    expect(branchOf(module({ type: 'object', _module: 'idea://composer', _imports: ['input'] }))).toMatchObject({
      properties: { _module: { const: 'idea://composer' }, _imports: { const: ['input'] } },
      required: ['_tool'],
    })
    const chosen = { _module: { enum: ['idea://a', 'idea://b'], description: 'a is fast, b is careful' } }
    expect(branchOf(module({ type: 'object', properties: chosen }))).toMatchObject({
      properties: {
        _module: { type: 'string', enum: ['idea://a', 'idea://b'], description: 'a is fast, b is careful' },
      },
      required: ['_tool', '_module'],
    })
  })

  it('says in words when a person must confirm, and hides what only the executor needs', () => {
    const schema = {
      type: 'object',
      description: 'Deletes it.',
      _approval: 'required',
      _idempotent: false,
      _resolve: 'upfront',
    }
    const branch = branchOf(explicit('remove', schema))
    expect(branch.description).toBe('Deletes it.\nA person confirms each Call before it runs.')
    expect(JSON.stringify(branch)).not.toMatch(/_approval|_idempotent|_resolve/u)
  })

  it('takes references in every non-string parameter if the context holds state or input', () => {
    const tool = explicit('weatherCheck', weatherCheck)
    expect(branchOf(tool, { hasInput: true }).properties).toMatchObject({
      city: { type: 'string' },
      days: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^†' }] },
    })
    expect(branchOf(tool).properties).toMatchObject({ days: { type: 'integer' } })
    expect(composed([tool], { hasInput: true }).byName.get('weatherCheck')?.parameters).toEqual(tool.tool.parameters)
  })

  it('gets an optional _outputPath if the context holds state and the Tool has none', () => {
    expect(branchOf(latent('think', { type: 'object' }), { hasState: true })).toMatchObject({
      properties: { _outputPath: { type: 'string' } },
      required: ['_tool'],
    })
    const own = { type: 'object', _outputPath: '†state.song.melody' }
    expect(branchOf(latent('think', own), { hasState: true })).toMatchObject({
      properties: { _outputPath: { const: '†state.song.melody' } },
    })
  })

  it('keeps of the instances those that its author leaves open', () => {
    const shown = (written: JsonObject, required: readonly string[] = []) =>
      branchOf(latent('think', { type: 'object', properties: { _instance: written }, required }), {
        instances: ['a', 'b', 'c'],
      })
    expect(shown({ const: 'b' })).toMatchObject({ properties: { _instance: { const: 'b' } }, required: ['_tool'] })
    expect(shown({ enum: ['c', 'a', 'z'] })).toMatchObject({ properties: { _instance: { enum: ['a', 'c'] } } })
    expect(shown({ type: 'string', description: 'Whose turn it is.' }, ['_instance'])).toMatchObject({
      properties: { _instance: { enum: ['a', 'b', 'c'], description: 'Whose turn it is.' } },
      required: ['_tool', '_instance'],
    })
    expect(keysOf(shown({ const: 'z' }).properties)).not.toContain('_instance')
  })

  it('gets the ids of instances where the context holds some', () => {
    expect(branchOf(latent('think', { type: 'object' }), { instances: ['a', 'b'] })).toMatchObject({
      properties: { _instance: { enum: ['a', 'b'] } },
    })
  })
})

describe('the composed schema', () => {
  it('asks for calls before output', () => {
    const { schema } = composed(wellKnown(), { output: { type: 'object', properties: { answer: { type: 'string' } } } })
    expect(keysOf(schema.properties)).toEqual(['calls', 'output'])
    expect(schema).toMatchObject({
      type: 'object',
      required: ['calls', 'output'],
      additionalProperties: false,
      properties: {
        calls: { type: 'array', items: { anyOf: [{}, {}, {}] } },
        output: { anyOf: [{ type: 'object', additionalProperties: false }, { type: 'null' }] },
      },
    })
  })

  it('has an empty list of calls without Tools, and no choice with one', () => {
    expect(composed([]).schema).toMatchObject({ properties: { calls: { type: 'array', maxItems: 0 } } })
    const tool = latent('sentimentAnalysis', sentimentAnalysis)
    expect(composed([tool]).schema).toMatchObject({ properties: { calls: { items: branchOf(tool) } } })
  })

  it('takes text or nothing as output where the Idea has no schema', () => {
    const { output, schema } = composed(wellKnown())
    expect(output).toBeNull()
    expect(schema).toMatchObject({ properties: { output: { type: ['string', 'null'] } } })
  })

  it('has the same bytes for the same Tools in the same order, and nothing is composed twice', () => {
    const bytes = JSON.stringify(composed(wellKnown()).schema)
    const fresh = [
      latent('sentimentAnalysis', structuredClone(sentimentAnalysis) as ToolSchema), // a clone of JSON is JSON
      explicit('weatherCheck', structuredClone(weatherCheck) as ToolSchema), // likewise
      explicit('greetUser', structuredClone(greetUser) as ToolSchema), // likewise
    ]
    expect(JSON.stringify(composed(fresh).schema)).toBe(bytes)
    expect(composed(wellKnown())).toBe(composed(wellKnown()))
    expect(composed(wellKnown().toReversed())).not.toBe(composed(wellKnown()))
  })

  it('holds parameters that contain themselves, each without the meta fields of a Call', () => {
    const folder: ToolSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, inside: { type: 'array', items: { $ref: '#' } }, _output: true },
      required: ['name'],
    }
    const { schema } = composed([latent('folder', folder)])
    const { check } = createValidator()
    const inside = (member: JsonObject) =>
      check(schema, {
        calls: [{ _tool: 'folder', name: 'a', inside: [{ name: 'b', inside: [member] }] }],
        output: null,
      })
    expect(inside({ name: 'c' }).ok).toBe(true)
    expect(inside({ _tool: 'folder', name: 'c' }).ok).toBe(false)
  })

  it('holds no names by which the schemas of two Tools could be confused', () => {
    const tree = (type: string): ToolSchema => ({
      $id: 'https://example.com/tool',
      type: 'object',
      properties: { root: { $ref: '#node' }, leaf: { $ref: 'leaf' }, _output: { $ref: '#node' } },
      $defs: {
        node: { $anchor: 'node', type: 'object', properties: { next: { $ref: '#node' }, leaf: { $ref: 'leaf' } } },
        leaf: { $id: 'leaf', type },
      },
    })
    const output = {
      type: 'object',
      properties: { ok: { $ref: '#ok' } },
      $defs: { ok: { $anchor: 'ok', type: 'boolean' } },
    }
    const { schema } = composed([latent('one', tree('string')), latent('two', tree('number'))], { output })
    expect(JSON.stringify(schema)).not.toMatch(/"\$id"|"\$anchor"|"\$ref":"(?!#\/)/)
    const { check } = createValidator()
    const fits = (name: string, leaf: string | number) =>
      check(schema, {
        calls: [{ _tool: name, root: { next: { leaf } }, leaf, _output: { leaf } }],
        output: { ok: true },
      }).ok
    expect([fits('one', 'a'), fits('two', 1), fits('one', 1), fits('two', 'a')]).toEqual([true, true, false, false])
  })

  it('moves what the schema of a meta field refers to, too', () => {
    const song: ToolSchema = {
      type: 'object',
      properties: {
        first: { $ref: '#/$defs/Note' },
        _output: { type: 'array', items: { $ref: '#/$defs/Note' }, $defs: { Note: { type: 'string' } } },
      },
      $defs: { Note: { type: 'number' } },
    }
    const { check } = createValidator()
    const { schema } = composed([latent('song', song), latent('think', { type: 'object' })])
    const answer = (first: number | string, result: number | string) =>
      check(schema, { calls: [{ _tool: 'song', first, _output: [result] }], output: null }).ok
    expect([answer(1, 'c'), answer(1, 2), answer('c', 'c')]).toEqual([true, false, false])
  })

  it('moves definitions to its root, so that references hold and two Tools never share one by accident', () => {
    const tree = (leaf: string): ToolSchema => ({
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' }, same: { $ref: '#/properties/root' } },
      $defs: {
        node: { type: leaf, properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } },
      },
    })
    const { schema } = composed([latent('one', tree('object')), latent('two', tree('string'))])
    expect(schema).toMatchObject({
      $defs: {
        'one.node': { type: 'object', properties: { children: { items: { $ref: '#/$defs/one.node' } } } },
        'two.node': { type: 'string' },
      },
      properties: {
        calls: {
          items: {
            anyOf: [
              { properties: { same: { $ref: '#/properties/calls/items/anyOf/0/properties/root' } } },
              { properties: { root: { $ref: '#/$defs/two.node' } } },
            ],
          },
        },
      },
    })
  })
})
