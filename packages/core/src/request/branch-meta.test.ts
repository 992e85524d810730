import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { ToolSchema } from '../tool/tool.ts'
import { compose } from './compose.ts'
import type { EffectiveTool } from './composition.ts'
import { DEFAULT_COMPOSITION } from './config.ts'

const branchOf = (schema: ToolSchema, how: Partial<EffectiveTool> = {}, options = DEFAULT_COMPOSITION) =>
  compose({
    tools: [{ tool: normaliseTool('ask', schema).tool, mode: 'latent', activity: '', ...how }],
    output: undefined,
    hasState: false,
    hasInput: false,
    instances: [],
    options,
  }).tools[0]?.branch

const IMPORTS = { type: 'array', items: { enum: ['input', 'state'] } }

describe('Of the open meta fields a Call must name', () => {
  it('the imports that its author requires, where it may choose them', () => {
    const requiredOf = (required: readonly string[], imports: JsonObject = IMPORTS) =>
      branchOf({
        type: 'object',
        properties: { _module: { const: 'idea://a' }, _imports: imports },
        required: [...required],
      })?.required
    expect(requiredOf(['_imports'])).toEqual(['_tool', '_imports'])
    expect(requiredOf([])).toEqual(['_tool'])
    expect(requiredOf(['_imports'], { const: ['input'] })).toEqual(['_tool'])
  })

  it('the place of its result where its author requires it and leaves it open', () => {
    const requiredOf = (path: JsonObject, required: readonly string[] = ['_outputPath']) =>
      branchOf({ type: 'object', properties: { _outputPath: path }, required: [...required] })?.required
    expect(requiredOf({ type: 'string' })).toEqual(['_tool', '_outputPath'])
    expect(requiredOf({ enum: ['†state.a', '†state.b'] })).toEqual(['_tool', '_outputPath'])
    expect(requiredOf({ type: 'string' }, [])).toEqual(['_tool'])
    expect(requiredOf({ const: '†state.a' })).toEqual(['_tool'])
  })

  it('its result, where it is latent and the composition asks for that', () => {
    const schema = { type: 'object', properties: { _output: { type: 'string' } } }
    const asked = { ...DEFAULT_COMPOSITION, latentOutput: 'required' as const }
    expect(branchOf(schema, {}, asked)?.required).toEqual(['_tool', '_output'])
    expect(branchOf(schema)?.required).toEqual(['_tool'])
    expect(branchOf(schema, { mode: 'explicit', activity: 'ask' }, asked)?.required).toEqual(['_tool'])
  })
})

describe('A model sees', () => {
  it('what the author says of a meta field, under its later name, too', () => {
    const properties = { _delegate: { enum: ['idea://a', 'idea://b'], description: 'a is fast' } }
    expect(branchOf({ type: 'object', properties }, { mode: 'module' })?.properties).toMatchObject({
      _module: { enum: ['idea://a', 'idea://b'], description: 'a is fast' },
    })
    const silent = branchOf({ type: 'object', properties: { _module: { const: 'idea://a' } } }, { mode: 'module' })
    expect(silent?.properties).toMatchObject({ _module: { const: 'idea://a' } })
    expect(JSON.stringify(silent)).not.toContain('description":null')
  })

  it('the authored name of an Activity, whatever implementation a profile puts behind it', () => {
    const authored = { type: 'object', properties: { _activity: { const: 'send' } } }
    const shown = (schema: ToolSchema) => branchOf(schema, { mode: 'explicit', activity: 'sendByPost' })?.properties
    expect(shown(authored)).toMatchObject({ _activity: { const: 'send' } })
    expect(shown({ type: 'object' })).toMatchObject({ _activity: { const: 'sendByPost' } })
  })

  it('under which condition a person confirms', () => {
    const when = { properties: { amount: { minimum: 100 } } }
    const { description } = branchOf({ type: 'object', properties: { _approval: { const: { when } } } }) ?? {}
    expect(description).toBe(
      'A person confirms the Call before it runs when its parameters fit {"properties":{"amount":{"minimum":100}}}.',
    )
  })
})
