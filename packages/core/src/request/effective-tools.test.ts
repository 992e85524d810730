import { describe, expect, it } from 'vitest'
import type { Message } from '../idea/message.ts'
import type { JsonObject } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { chooseBindings } from '../idea/choose-bindings.ts'
import { effectiveTools } from './effective-tools.ts'
import type { EffectiveToolsInput } from './effective-tools.ts'

const tools = (tool: { readonly [name: string]: JsonObject }): Message => ({ type: 'tool', tool })
const modes = (
  context: readonly Message[],
  more: Partial<EffectiveToolsInput> & { activities?: readonly string[] } = {},
) => {
  const { activities = [], ...rest } = more
  const result = effectiveTools({ context, isRegistered: (name) => activities.includes(name), ...rest })
  return result.tools.map(({ tool, mode, activity }) => `${tool.name} ${mode} ${activity}`.trimEnd())
}
const plain: JsonObject = { type: 'object' }
const authored = (activity: string): JsonObject => ({ type: 'object', _activity: activity })
const module = (address: string): JsonObject => ({ type: 'object', _module: address })

describe('how a Call is executed', () => {
  it('follows an authored _activity first, and an empty one asks for latent', () => {
    const more = { activities: ['ask', 'other', 'bound'], bindings: { ask: 'bound' } }
    expect(modes([tools({ ask: authored('other') })], more)).toEqual(['ask explicit other'])
    expect(modes([tools({ ask: authored('') })], more)).toEqual(['ask latent'])
  })

  it('else a binding, which may ask for latent', () => {
    expect(modes([tools({ ask: plain })], { activities: ['ask', 'bound'], bindings: { ask: 'bound' } })).toEqual([
      'ask explicit bound',
    ])
    expect(modes([tools({ ask: plain })], { activities: ['ask'], bindings: { ask: '' } })).toEqual(['ask latent'])
  })

  it('else an Activity with its name, else the model', () => {
    expect(modes([tools({ ask: plain })], { activities: ['ask'] })).toEqual(['ask explicit ask'])
    expect(modes([tools({ ask: plain })])).toEqual(['ask latent'])
  })

  it('is latent, with a problem, where an authored Activity is not registered', () => {
    const input = { context: [tools({ ask: authored('gone') })], isRegistered: () => false }
    expect(effectiveTools(input)).toMatchObject({
      tools: [{ mode: 'latent', activity: '' }],
      problems: [{ code: 'activity.missing', severity: 'warning', tool: 'ask' }],
    })
    expect(effectiveTools({ ...input, profile: { missing: 'error' } }).problems).toMatchObject([{ severity: 'error' }])
  })

  it('runs another implementation of an authored Activity where the profile swaps it', () => {
    const profile = { activities: { send: 'pretendToSend' } }
    expect(modes([tools({ ask: authored('send') })], { activities: ['send', 'pretendToSend'], profile })).toEqual([
      'ask explicit pretendToSend',
    ])
  })

  it('is a module for an Idea, whatever Activities there are, unless a binding says to run code in the clean room', () => {
    const context = [tools({ ask: module('idea://composer') })]
    expect(modes(context, { activities: ['ask'] })).toEqual(['ask module'])
    expect(modes(context, { activities: ['code'], bindings: { ask: 'code' } })).toEqual(['ask module code'])
  })

  it('is a clean room for anonymous: an Activity in it, or a sub-Loop without', () => {
    const context = [tools({ ask: module('anonymous') })]
    expect(modes(context, { activities: ['ask'] })).toEqual(['ask module ask'])
    expect(modes(context)).toEqual(['ask module'])
  })
})

describe('the Tools of a context', () => {
  it('are the latest definition of each name', () => {
    const context = [tools({ ask: authored('old'), tell: plain }), tools({ ask: authored('new') })]
    expect(modes(context, { activities: ['old', 'new'] })).toEqual(['tell latent', 'ask explicit new'])
  })

  it('may be shared, with their own additions', () => {
    const shared = { ask: { type: 'object', description: 'Asks.' } }
    const context = [tools({ ask: { $ref: 'tool://ask' }, again: { $ref: 'tool://ask', _activity: 'code' } })]
    expect(modes(context, { shared, activities: ['code'] })).toEqual(['ask latent', 'again explicit code'])
    expect(
      effectiveTools({ context: [tools({ ask: { $ref: 'tool://gone' } })], isRegistered: () => false }),
    ).toMatchObject({
      tools: [],
      problems: [{ code: 'tool.unresolved', severity: 'error' }],
    })
  })

  it('combine with registered ones and override them', () => {
    const registered = [normaliseTool('ask', authored('code')).tool, normaliseTool('tell', plain).tool]
    expect(modes([tools({ ask: plain })], { registered, activities: ['code'] })).toEqual(['tell latent', 'ask latent'])
  })

  it('leave out one with an error', () => {
    const context = [tools({ ask: { type: 'object', _modul: 'idea://x' }, tell: plain })]
    expect(modes(context)).toEqual(['tell latent'])
  })
})

describe('bindings', () => {
  const half = [
    { to: '', weight: 1 },
    { to: 'api', weight: 1 },
  ]

  it('may differ by Idea', () => {
    const profile = { tools: { ask: { default: 'code', ideas: { composer: '' } } } }
    expect(chooseBindings(profile, 'producer', ['ask', 'tell'], {})).toEqual({ ask: 'code' })
    expect(chooseBindings(profile, 'composer', ['ask'], {})).toEqual({ ask: '' })
  })

  it('pick by weight, always alike for one seed', () => {
    const profile = { tools: { ask: half } }
    const picks = Array.from(
      { length: 1000 },
      (_, index) => chooseBindings(profile, 'x', ['ask'], { run: `run-${index}` }).ask,
    )
    const again = Array.from(
      { length: 1000 },
      (_, index) => chooseBindings(profile, 'y', ['ask'], { run: `run-${index}` }).ask,
    )
    expect(again).toEqual(picks)
    const api = picks.filter((pick) => pick === 'api').length
    expect(api).toBeGreaterThan(400)
    expect(api).toBeLessThan(600)
  })

  it('take the heaviest without a seed, and never one of no weight', () => {
    const profile = {
      tools: {
        ask: [
          { to: 'never', weight: 0 },
          { to: 'a', weight: 1 },
          { to: 'b', weight: 3 },
        ],
      },
    }
    expect(chooseBindings(profile, 'x', ['ask'], {})).toEqual({ ask: 'b' })
  })
})
