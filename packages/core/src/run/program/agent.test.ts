import { describe, expect, test } from 'vitest'
import type { Profile } from '../../idea/bindings.ts'
import type { Message } from '../../idea/message.ts'
import { createRegistry } from './agent.ts'
import { createScriptedModel } from '../../../testing/test-run.ts'

const sentimentAnalysis = {
  type: 'object',
  description: 'Judges the mood of a text.',
  properties: {
    text: { type: 'string', description: 'The text to judge.' },
    _output: {
      type: 'object',
      properties: {
        sentiment: { type: 'string', enum: ['positive', 'negative', 'neutral'] },
        score: { type: 'number', minimum: 0, maximum: 1 },
      },
      required: ['sentiment', 'score'],
    },
  },
  required: ['text'],
} as const
const weatherCheck = {
  type: 'object',
  description: 'Tells the weather in a city.',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
} as const
const greetUser = {
  type: 'object',
  description: 'Greets a person by name.',
  properties: {
    name: { type: 'string', description: 'Name of the person.' },
    _output: { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] },
  },
  required: ['name'],
} as const

describe('A Tool is latent until an Activity is registered, and no Idea changes', () => {
  const answer = {
    calls: [
      { _tool: 'sentimentAnalysis', text: 'Я люблю этот город', _output: { sentiment: 'positive', score: 0.97 } },
    ],
    output: null,
  }

  test('sentimentAnalysis is latent: the model fills _output and _activity is empty', async () => {
    const { Tool, Agent } = createRegistry()
    Tool.register('sentimentAnalysis', sentimentAnalysis)
    const { calls, output } = await Agent.Request(
      {},
      { type: 'object' },
      [{ type: 'text', role: 'user', text: 'Я люблю этот город' }],
      { model: createScriptedModel(() => answer) },
    )
    expect(calls).toEqual([
      {
        _tool: 'sentimentAnalysis',
        _activity: '',
        text: 'Я люблю этот город',
        _output: { sentiment: 'positive', score: 0.97 },
      },
    ])
    expect(output).toBeNull()
  })

  test('weatherCheck is explicit: its Call names the Activity and holds no result', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    const tool = Tool.register('weatherCheck', weatherCheck)
    Activity.register(tool, ({ city }) => ({ city, degrees: 21 }))
    expect(Activity.Names).toEqual(['weatherCheck'])
    const model = createScriptedModel(() => ({ calls: [{ _tool: 'weatherCheck', city: 'Москва' }], output: null }))
    const { calls } = await Agent.Request(
      {},
      { type: 'object' },
      [{ type: 'text', role: 'user', text: 'Погода в Москве?' }],
      { model },
    )
    expect(calls).toEqual([{ _tool: 'weatherCheck', _activity: 'weatherCheck', city: 'Москва' }])
  })

  test('a Request executes nothing', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    let ran = false
    Activity.register(Tool.register('weatherCheck', weatherCheck), () => (ran = true))
    await Agent.Request({}, undefined, [], {
      model: createScriptedModel(() => ({ calls: [{ _tool: 'weatherCheck', city: 'x' }], output: null })),
    })
    expect(ran).toBe(false)
  })

  test('a Loop executes the Calls and ends with the output', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Activity.register(Tool.register('greetUser', greetUser), ({ name }) => ({ greeting: `Здравствуйте, ${name}!` }))
    const schema = { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] }
    const model = createScriptedModel((body, count) =>
      count === 0
        ? { calls: [{ _tool: 'greetUser', name: 'Анна' }], output: null }
        : { calls: [], output: { said: /Здравствуйте, Анна!/.exec(JSON.stringify(body.messages))?.[0] ?? '' } },
    )
    const { output, messages, events } = await Agent.Loop<{ said: string }>(
      {},
      schema,
      [{ type: 'text', role: 'user', text: 'Поздоровайся с Анной' }],
      { model },
    )
    expect(output).toEqual({ said: 'Здравствуйте, Анна!' })
    expect(messages.map((message) => message.type)).toContain('result')
    expect(events.at(-1)?.type).toBe('run.completed')
  })

  test('what a caller does to what a Loop ended with is not in its record', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Activity.register(Tool.register('greetUser', greetUser), () => ({ greeting: 'Hello' }))
    const schema = { type: 'object', properties: { said: { type: 'array', items: { type: 'string' } } } }
    const model = createScriptedModel((_, count) =>
      count === 0
        ? { calls: [{ _tool: 'greetUser', name: 'Anna' }], output: null }
        : { calls: [], output: { said: ['one', 'two'] } },
    )
    const ended = await Agent.Loop<{ said: string[] }>({}, schema, [{ type: 'text', role: 'user', text: 'Go' }], {
      model,
    })
    const copy = { ...ended }
    ended.output.said.length = 0
    for (const message of copy.messages)
      if (message.type === 'result') Object.assign(message.result as object, { greeting: 'changed' }) // as the Activity gave it
    expect(copy.events).toBe(ended.events)
    expect(copy.events.at(-1)?.data).toMatchObject({ output: { said: ['one', 'two'] } })
    expect(copy.events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({
      result: { greeting: 'Hello' },
    })
    expect(Object.keys(JSON.parse(JSON.stringify(ended)) as object)).toEqual(['output', 'messages', 'events'])
  })

  test('two Loops are never one to what an Activity asks elsewhere: not by key, not by trace', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Tool.register('weatherCheck', weatherCheck)
    const told: string[] = []
    Activity.register('weatherCheck', (_, { idempotencyKey, traceparent }) => {
      told.push(idempotencyKey, traceparent.slice(0, 35))
      return 'sunny'
    })
    for (const _ of [1, 2]) await Agent.Loop({}, undefined, [{ type: 'text', text: 'The weather in Moscow.' }])
    expect(new Set(told).size).toBe(4)
  })

  test('an Activity whose result does not fit _output is an error that the model sees', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Tool.register('greetUser', greetUser)
    Activity.register('greetUser', () => ({ wrong: true }))
    const model = createScriptedModel((body, count) =>
      count === 0
        ? { calls: [{ _tool: 'greetUser', name: 'Bo' }], output: null }
        : { calls: [], output: JSON.stringify(body.messages).includes('output.invalid') },
    )
    const { output } = await Agent.Loop({}, { type: 'boolean' }, [], { model })
    expect(output).toBe(true)
  })
})

describe('A Request is composed like every turn of a Loop', () => {
  const asked = async (answer: object, context: readonly Message[], profile?: Profile) => {
    const { Tool, Activity, Agent } = createRegistry()
    Tool.register('greetUser', greetUser)
    Activity.register('greeter', () => ({ greeting: 'Hi' }))
    const model = createScriptedModel(() => answer)
    return await Agent.Request({}, { type: 'object' }, context, { model, ...(profile && { profile }) })
  }

  test('instances in its context are what a Call may choose', async () => {
    const call = (_instance: string) => ({ _tool: 'greetUser', _instance, name: 'Ada', _output: { greeting: 'Hi' } })
    const { calls, errors } = await asked({ calls: [call('b'), call('c')], output: null }, [
      { type: 'data', kind: 'guest', data: 'Ada', _instance: 'a' },
      { type: 'data', kind: 'guest', data: 'Bob', _instance: 'b' },
    ])
    expect(calls).toMatchObject([{ _tool: 'greetUser', _instance: 'b' }])
    expect(errors).toMatchObject([{ code: 'meta.forged', path: '/_instance', names: ['a', 'b'] }])
  })

  test('a binding of its profile overrides the Tool’s own name', async () => {
    const call = { _tool: 'greetUser', name: 'Ada', _output: { greeting: 'Hi' } }
    const context: readonly Message[] = [{ type: 'text', text: 'Greet.' }]
    const activityOf = async (profile?: Profile): Promise<unknown> =>
      (await asked({ calls: [call], output: null }, context, profile)).calls[0]?._activity
    expect(await activityOf()).toBe('')
    expect(await activityOf({ tools: { greetUser: 'greeter' } })).toBe('greeter')
    expect(await activityOf({ tools: { greetUser: { default: '', ideas: { inline: 'greeter' } } } })).toBe('greeter')
    const weighted = [
      { to: '', weight: 0 },
      { to: 'greeter', weight: 1 },
    ]
    expect(await activityOf({ tools: { greetUser: weighted } })).toBe('greeter')
  })

  test('an answer that a filter withheld doesn’t count', async () => {
    const { Agent } = createRegistry()
    const model = createScriptedModel(() => ({
      pieces: [
        { type: 'text', text: 'Half of it' },
        { type: 'finish', reason: 'content_filter' },
      ],
    }))
    await expect(Agent.Request({}, undefined, [], { model })).rejects.toMatchObject({ code: 'model.refused' })
  })
})

describe('With no model given, the simulated model answers', () => {
  test('it chooses the Tool that shares words with the request and answers by the schema', async () => {
    const { Tool, Activity, Agent } = createRegistry()
    Activity.register(Tool.register('weatherCheck', weatherCheck), ({ city }) => ({ city, degrees: 21 }))
    const schema = { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] }
    const { output } = await Agent.Loop({}, schema, [
      { type: 'input', schema: { type: 'object', properties: { city: { type: 'string' } } }, input: { city: 'Oslo' } },
      { type: 'text', role: 'user', text: 'What is the weather in the city?' },
    ])
    expect(output).toEqual({ degrees: 21 })
  })
})
