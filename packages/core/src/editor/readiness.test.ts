import { describe, expect, it } from 'vitest'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import type { Config } from '../idea/idea.ts'
import type { PriceTable } from '../model/prices.ts'
import type { RunSettings } from './price-check.ts'
import type { RecordedCall } from './recorded-calls.ts'
import { READINESS_CHECKS, readiness } from './readiness.ts'

const validator = createValidator()
const prices: PriceTable = { date: '2026-01-01', currency: 'USD', models: { own: { input: 1, output: 2 } } }
const settings =
  (model: string, config: Config = {}) =>
  (): RunSettings => ({ config, model, prices })
const FINE: JsonObject = {
  type: 'object',
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } },
  required: ['city'],
}
const filesOf = (idea: Json, tools: { readonly [name: string]: Json } = {}): WorkspaceFiles => ({
  ideas: new Map([['main', JSON.stringify(idea)]]),
  tools: new Map(Object.entries(tools).map(([name, schema]) => [name, JSON.stringify(schema)])),
  activities: [],
})
const ideaWith = (tool: JsonObject, more: JsonObject = {}): Json => ({
  description: 'Says the weather.',
  ...more,
  context: [{ type: 'tool', tool: { weather: tool } }],
})
const openChecks = (idea: Json, tools = {}) =>
  readiness(filesOf(idea, tools), 'main', { validator })?.items.flatMap(({ check, state }) =>
    state === 'open' ? [check] : [],
  )

describe('readiness', () => {
  it('ticks every check of an Idea that is well made, the last one once a model made the Call', () => {
    const result = readiness(filesOf(ideaWith(FINE)), 'main', { validator })
    // Not checked yet: that is not ready.
    expect(result?.isReady).toBe(false)
    expect(result?.items.map(({ check, state }) => [check, state])).toEqual(
      READINESS_CHECKS.map((check) => [check, check === 'calls' || check === 'cost' ? 'unknown' : 'done']),
    )
    const callsWith = (recordedCalls: RecordedCall[]) =>
      readiness(filesOf(ideaWith(FINE)), 'main', { validator, recordedCalls })?.items.find(
        ({ check }) => check === 'calls',
      )
    expect(callsWith([])).toMatchObject({ state: 'unknown', tools: ['weather'] })
    const call = { tool: 'weather', call: { city: 'Oslo' } }
    expect(callsWith([{ ...call, byModel: true }])).toMatchObject({ state: 'done' })
    expect(callsWith([{ ...call, byModel: false }, call])).toMatchObject({ state: 'unknown', tools: ['weather'] })
    const whole = { validator, settings: settings('own'), recordedCalls: [{ ...call, byModel: true }] }
    expect(readiness(filesOf(ideaWith(FINE)), 'main', whole)?.isReady).toBe(true)
  })

  it.each<[string, JsonObject, Config, string, string]>([
    ['the price is known', { limits: { cost: 1 } }, {}, 'own', 'done'],
    ['no price is known and nobody set a limit', {}, {}, 'llama', 'unknown'],
    ['no price is known and the Idea sets a limit', { limits: { cost: 1 } }, {}, 'llama', 'open'],
    ['no price is known and the workspace sets a limit', {}, { limits: { cost: 1 } }, 'llama', 'open'],
    ['somebody allows it', { limits: { cost: 1 } }, { allowUnpriced: true }, 'llama', 'done'],
  ])('judges the cost limit where %s', (_, config, under, model, state) => {
    const options = { validator, settings: settings(model, under) }
    const items = readiness(filesOf(ideaWith(FINE, { config })), 'main', options)?.items
    expect(items?.find(({ check }) => check === 'cost')).toMatchObject({ state })
  })

  it('looks at the limits of the workspace, too', () => {
    const options = { validator, settings: settings('own', { limits: { turns: 1 } }) }
    const items = readiness(filesOf(ideaWith(FINE)), 'main', options)?.items
    expect(items?.find(({ check }) => check === 'errors')).toMatchObject({ state: 'open' })
  })

  it('never says of one check that it holds and that it does not', () => {
    const broken = ideaWith({ ...FINE, properties: { city: { type: 'string', description: 'x', pattern: '([a-' } } })
    const item = readiness(filesOf(broken), 'main', { validator })?.items.find(({ check }) => check === 'schemas')
    expect(item).toMatchObject({ title: 'Schemas', state: 'open', message: 'Some schemas are not valid.' })
    expect(item?.problems.map(({ code }) => code)).toEqual(['schema.compile'])
  })

  it.each<[string, Json, { readonly [name: string]: Json }?]>([
    ['schemas', ideaWith({ ...FINE, properties: { city: { type: 'strin', description: 'x' } } })],
    ['links', ideaWith({ ...FINE, _module: 'idea://nobody' })],
    ['descriptions', ideaWith({ ...FINE, description: 'Weather' })],
    ['descriptions', ideaWith({ $ref: 'tool://weather' }), { weather: { ...FINE, description: 'Weather' } }],
    ['parameters', ideaWith({ ...FINE, properties: { city: { type: 'string', minLength: 1 } } })],
    ['required', ideaWith({ ...FINE, required: [] })],
    ['arguments', ideaWith({ ...FINE, additionalProperties: true })],
    ['errors', ideaWith(FINE, { config: { limits: { invalidTurns: 1 } } })],
    ['approvals', ideaWith({ ...FINE, description: 'Restarts the weather station of a city.' })],
    ['examples', ideaWith(FINE, { config: { temperature: 1 } })],
  ])('leaves %s open until it is done', (check, idea, tools) => {
    expect(openChecks(idea, tools)).toContain(check)
  })

  it('is not ready without Tools until a model answered it', () => {
    const plain = filesOf({ description: 'Says hello.', context: [{ type: 'text', text: 'Say hello.' }] })
    const options = { validator, settings: settings('own'), recordedCalls: [] }
    const ready = readiness(plain, 'main', options)
    expect(ready?.isReady).toBe(false)
    expect(ready?.items.find(({ check }) => check === 'calls')).toMatchObject({ state: 'unknown', tools: [] })
    expect(readiness(plain, 'main', { ...options, isAnswered: false })?.isReady).toBe(false)
    expect(readiness(plain, 'main', { ...options, isAnswered: true })?.isReady).toBe(true)
  })

  it('is unknown for a missing Idea', () => {
    expect(readiness(filesOf(ideaWith(FINE)), 'other')).toBeUndefined()
  })
})
