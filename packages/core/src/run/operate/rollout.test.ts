import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { DrawnPer, Profile } from '../../idea/bindings.ts'
import { hydrateEvent } from '../../journal/chain.ts'
import type { JournalEvent } from '../../journal/events.ts'
import type { Json } from '../../schema/json.ts'
import { createRegistry } from '../program/agent.ts'
import { createScriptedModel, createTestWorld, type TestWorld } from '../../../testing/test-run.ts'

const forecast = {
  type: 'object',
  description: 'Прогноз погоды в городе.',
  properties: { city: { type: 'string' }, _output: { type: 'string' } },
} as const
const idea = (...tools: readonly string[]) => ({
  context: [
    { type: 'text', text: 'Скажи, какая погода.' },
    { type: 'tool', tool: Object.fromEntries(tools.map((name) => [name, forecast])) },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})
const split = [
  { to: 'cautious', weight: 3 },
  { to: 'bold', weight: 1 },
]

/** Ideas that ask each of their Tools once; the result says which arm did the work. */
const createRollout = (profile: Profile, ideas: { readonly [name: string]: readonly string[] }): TestWorld =>
  createTestWorld({
    ideas: Object.fromEntries(Object.entries(ideas).map(([name, tools]) => [name, idea(...tools)])),
    activities: { cautious: () => 'осторожно', bold: () => 'смело', forecast: () => 'сам', sky: () => 'небо' },
    profile,
    script: ({ messages, response_format }, _count) =>
      messages.some(({ role }) => role === 'assistant')
        ? { calls: [], output: { text: 'готово' } }
        : {
            calls: ['forecast', 'sky']
              .filter((name) => JSON.stringify(response_format).includes(`"${name}"`))
              .map((_tool) => ({ _tool, city: 'Казань' })),
            output: null,
          },
  })

const armsOf = (events: readonly JournalEvent[]): readonly unknown[] =>
  events.flatMap((event) => (event.type === 'call.completed' ? [event.data.result] : []))

/** As far as chance goes in one of a thousand tests; these draw from fixed ids, so they end alike each time. */
const expectShare = (count: number, of: number, share: number): void => {
  const most = 3.29 * Math.sqrt(of * share * (1 - share))
  expect(Math.abs(count - of * share)).toBeLessThan(most)
}

describe('Weights draw an arm', () => {
  const RUNS = 2000

  test('for each Run, so that equal inputs roll out in proportion; two Tools draw apart', async () => {
    const world = createRollout({ tools: { forecast: split, sky: split } }, { weather: ['forecast', 'sky'] })
    const runs: { id: string; arms: readonly unknown[] }[] = []
    for (let run = 0; run < RUNS; run++) {
      const { id, events } = await world.run('Какая погода в Казани?')
      runs.push({ id, arms: armsOf(events) })
    }
    const count = (...arms: readonly (string | undefined)[]): number =>
      runs.filter((run) => arms.every((arm, at) => arm === undefined || run.arms[at] === arm)).length
    expectShare(count('смело'), RUNS, 1 / 4)
    expectShare(count(undefined, 'смело'), RUNS, 1 / 4)
    expectShare(count('смело', 'смело'), RUNS, 1 / 16)
    for (const { id } of runs.filter((_, index) => index % 100 === 0))
      expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('for each input where a binding says so: equal inputs draw alike, others in proportion', async () => {
    const tools = { forecast: { default: split, per: 'input' } } as const
    const world = createRollout({ tools }, { weather: ['forecast'] })
    const armFor = async (input: Json) => armsOf((await world.run(input)).events)[0]
    const first = await armFor('Казань')
    for (let run = 0; run < 60; run++) expect(await armFor('Казань')).toBe(first)
    const arms: unknown[] = []
    for (let run = 0; run < 400; run++) arms.push(await armFor(`Город № ${run}`))
    expectShare(arms.filter((arm) => arm === 'смело').length, 400, 1 / 4)
  })

  test('for each Idea that is started: all its Runs draw alike, other Ideas in proportion', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `weather-${index}`)
    const tools = { forecast: { default: split, per: 'idea' } } as const
    const world = createRollout({ tools }, Object.fromEntries(names.map((name) => [name, ['forecast']])))
    const armFor = async (name: string, input: Json) => armsOf((await world.run(input, { idea: name })).events)[0]
    const arms: unknown[] = []
    for (const name of names) {
      arms.push(await armFor(name, 'Утро'))
      expect(await armFor(name, 'Вечер')).toBe(arms.at(-1))
    }
    expectShare(arms.filter((arm) => arm === 'смело').length, 200, 1 / 4)
  })

  test.each<DrawnPer>(['run', 'input', 'idea'])('once, drawn per %s: replay and fork keep it', async (per) => {
    const profile: { tools: Profile['tools'] } = { tools: { forecast: { default: split, per } } }
    const world = createRollout(profile, { weather: ['forecast'] })
    for (let run = 0; run < 12; run++) {
      const { id, events } = await world.run(`Вопрос ${run}`)
      // The profile's later content applies to later Runs.
      profile.tools = { forecast: 'sky' }
      expect(await world.executor.replay(id)).toEqual({ identical: true })
      const fork = await world.executor.fork(id, { at: 1 })
      await world.executor.settled(fork.id)
      expect(armsOf(await world.journal.read(fork.id, { hydrate: true }))).toEqual(armsOf(events))
      profile.tools = { forecast: { default: split, per } }
    }
  })

  test('for each Request of a program too', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Tool.register('forecast', forecast)
    for (const name of ['cautious', 'bold']) Activity.register(name, () => name)
    const model = createScriptedModel(() => ({ calls: [{ _tool: 'forecast', city: 'Казань' }], output: null }))
    const drawn = async (per: DrawnPer): Promise<ReadonlySet<unknown>> => {
      const profile: Profile = { tools: { forecast: { default: split, per } } }
      const arms = new Set<unknown>()
      for (let asked = 0; asked < 60; asked++) {
        const { calls } = await Agent.Request({}, { type: 'object' }, [{ type: 'text', text: 'Погода?' }], {
          model,
          profile,
        })
        arms.add(calls[0]?.['_activity'])
      }
      return arms
    }
    expect((await drawn('run')).size).toBe(2)
    expect((await drawn('input')).size).toBe(1)
    expect((await drawn('idea')).size).toBe(1)
  })
})

describe('A profile swaps the implementation behind a name', () => {
  const activities = { forecast: () => 'A', weatherB: () => 'Б', other: () => 'другой' }
  const resultWith = async (profile: Profile, tool: object = forecast) => {
    const world = createTestWorld({
      ideas: { weather: { ...idea(), context: [{ type: 'tool', tool: { forecast: tool } }] } },
      activities,
      profile,
      script: (_, count) =>
        count === 0
          ? { calls: [{ _tool: 'forecast', _output: 'модель' }], output: null }
          : { calls: [], output: { text: 'готово' } },
    })
    const { id, events } = await world.run('Погода в Казани')
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    return armsOf(events)[0]
  }
  const named = { ...forecast, properties: { ...forecast.properties, _activity: { const: 'other' } } }

  test('that a Tool has in common with it, that it is bound to, or that its author wrote', async () => {
    expect(await resultWith({})).toBe('A')
    expect(await resultWith({ activities: { forecast: 'weatherB' } })).toBe('Б')
    expect(await resultWith({ activities: { other: 'weatherB' } }, named)).toBe('Б')
    expect(await resultWith({ tools: { forecast: 'other' }, activities: { other: 'weatherB' } })).toBe('Б')
  })

  test('and swaps once: the new name is not swapped again', async () => {
    expect(await resultWith({ activities: { forecast: 'weatherB', weatherB: 'other' } })).toBe('Б')
  })

  test('to the model, and back to it where the new name is not registered', async () => {
    expect(await resultWith({ activities: { forecast: '' } })).toBe('модель')
    expect(await resultWith({ activities: { forecast: 'weatherC' } })).toBe('модель')
  })

  test('in a Request and a Loop of a program', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Tool.register('forecast', forecast)
    for (const [name, run] of Object.entries(activities)) Activity.register(name, run)
    const profile = { activities: { forecast: 'weatherB' } }
    const model = createScriptedModel(({ messages }) =>
      messages.some(({ role }) => role === 'assistant')
        ? { calls: [], output: 'готово' }
        : { calls: [{ _tool: 'forecast', city: 'Казань' }], output: null },
    )
    const context = [{ type: 'text', text: 'Погода?' }] as const
    const { calls } = await Agent.Request({}, { type: 'string' }, context, { model, profile })
    expect(calls).toMatchObject([{ _activity: 'weatherB' }])
    const { events } = await Agent.Loop({}, { type: 'string' }, context, { model, profile })
    expect(armsOf(events)).toEqual(['Б'])
  })
})

test('A field that nothing reads is refused with the nearest name, in a Request, a Loop and a Run', async () => {
  const { Agent } = createRegistry()
  const faults: readonly (readonly [said: string, profile: object])[] = [
    ['profile has no field activites. Did you mean activities?', { activites: { погода: 'weatherB' } }],
    ['profile has no field привязки. It has tools, activities, config, missing.', { привязки: {} }],
    ['profile.tools.погода has no field pre. Did you mean per?', { tools: { погода: { default: 'x', pre: 'run' } } }],
    ['profile.tools.погода.per must be "run", "input" or "idea".', { tools: { погода: { default: 'x', per: 'day' } } }],
    ['profile.tools.x.default.0 has no field wait.', { tools: { x: { default: [{ to: '', wait: 1 }] } } }],
    [
      'profile.tools.x.ideas.a.0.weight must be a number, 0 or more.',
      { tools: { x: { ideas: { a: [{ to: 'b' }] } } } },
    ],
    ['profile.tools.x must be the name of an Activity', { tools: { x: {} } }],
    ['profile.activities.x must be the name of an Activity.', { activities: { x: null } }],
    ['profile.config.limits has no field turn. Did you mean turns?', { config: { limits: { turn: 1 } } }],
  ]
  for (const [said, given] of faults) {
    const profile = given as never // as a program without types gives it
    const refused = { code: 'profile.invalid', message: expect.stringContaining(said) as string }
    for (const asked of [Agent.Request({}, undefined, [], { profile }), Agent.Loop({}, undefined, [], { profile })])
      await expect(asked).rejects.toMatchObject(refused)
    await expect(createRollout(profile, { weather: ['forecast'] }).run('Казань')).rejects.toMatchObject(refused)
  }
})

test('A Run of an earlier version continues by its own rule: it swapped only behind authored names', async () => {
  const file = new URL('../../../fixtures/journals/profile.json', import.meta.url)
  const { lines, bodies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly lines: readonly string[]
    readonly bodies: { readonly [hash: string]: string }
  }
  const encoder = new TextEncoder()
  const body = (hash: string): unknown => JSON.parse(bodies[hash] ?? 'null')
  const recorded = lines.map((line) => hydrateEvent(JSON.parse(line) as JournalEvent, body))
  const first = recorded[0]
  if (first?.type !== 'run.created') throw new Error('a record begins with its Run')
  const world = createTestWorld({
    ideas: {},
    activities: {
      forecast: () => 'ясно',
      forecastB: () => 'дождь',
      first: () => '1',
      second: () => '2',
      fast: () => 'быстро',
      slow: () => 'медленно',
    },
    script: (_, count) =>
      count === 0
        ? { calls: [{ _tool: 'forecast' }, { _tool: 'note', _output: 'модель' }, { _tool: 'mark' }], output: null }
        : { calls: [], output: { text: 'готово' } },
  })
  for (const text of Object.values(bodies)) await world.journal.bodies.put(encoder.encode(text))
  // Only its beginning is left of it: every Tool is resolved by what is recorded there.
  await world.journal.create({ id: first.run, idea: first.data.idea, request: null, created: first })
  await world.executor.resume(first.run, 'restart')
  await world.executor.settled(first.run)
  expect(armsOf(await world.journal.read(first.run, { hydrate: true }))).toEqual(['ясно', 'быстро', '2'])
})
