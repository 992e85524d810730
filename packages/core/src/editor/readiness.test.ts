import { describe, expect, it } from 'vitest'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { READINESS_CHECKS, readiness } from './readiness.ts'

const validator = createValidator()
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
    expect(result?.isReady).toBe(true)
    expect(result?.items.map(({ check, state }) => [check, state])).toEqual(
      READINESS_CHECKS.map((check) => [check, check === 'calls' ? 'unknown' : 'done']),
    )
    const callsWith = (recordedCalls: { tool: string; call: JsonObject }[]) =>
      readiness(filesOf(ideaWith(FINE)), 'main', { validator, recordedCalls })?.items.find(
        ({ check }) => check === 'calls',
      )
    expect(callsWith([])).toMatchObject({ state: 'unknown', tools: ['weather'] })
    expect(callsWith([{ tool: 'weather', call: { city: 'Oslo' } }])).toMatchObject({ state: 'done' })
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

  it('is unknown of an Idea that is not there', () => {
    expect(readiness(filesOf(ideaWith(FINE)), 'other')).toBeUndefined()
  })
})
