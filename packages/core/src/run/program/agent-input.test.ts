import { describe, expect, test } from 'vitest'
import { createRegistry, type Registry } from './agent.ts'
import { createScriptedModel } from '../../../testing/test-run.ts'

type Way = (...given: Parameters<Registry['Agent']['Loop']>) => Promise<unknown>
const waysOf = ({ Request, Loop }: Registry['Agent']): readonly Way[] => [Request, Loop]

const weatherCheck = {
  type: 'object',
  description: 'Tells the weather in a city.',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
} as const

describe('Tool.check judges one raw Call as a Run would', () => {
  test('a valid Call is returned with its meta fields filled in', async () => {
    const { Tool, Activity } = createRegistry()
    Activity.register(Tool.register('weatherCheck', weatherCheck), () => 1)
    expect(await Tool.check('{"_tool":"weatherCheck","city":"Киев"}')).toMatchObject({
      ok: true,
      call: { _tool: 'weatherCheck', city: 'Киев' },
    })
  })

  test('each refusal names the place and the remedy', async () => {
    const { Tool, Activity } = createRegistry()
    Activity.register(Tool.register('weatherCheck', weatherCheck), () => 1)
    expect(await Tool.check('{"_tool":"weatherChek","city":"a"}')).toMatchObject({
      ok: false,
      error: { code: 'tool.unknown', names: ['weatherCheck'] },
    })
    expect(await Tool.check('{"_tool":"weatherCheck","city":"a","city":"b"}')).toMatchObject({
      ok: false,
      error: { code: 'json.duplicateKey' },
    })
    expect(await Tool.check('{"_tool":"weatherCheck"}')).toMatchObject({
      ok: false,
      error: { code: 'arguments.invalid', path: '/city' },
    })
    expect(await Tool.check('{"_tool":"weatherCheck","city":"a","town":"b"}')).toMatchObject({
      ok: false,
      error: { code: 'arguments.invalid', path: '/town' },
    })
  })
})

test('A context that isn’t a list of Messages is refused by one sentence, if no types do it before', async () => {
  const { Agent } = createRegistry()
  for (const context of ['Say hello.', null, { type: 'text', text: 'Say hello.' }]) {
    const untyped = context as never // as a program without types gives it
    await expect(Agent.Loop({}, undefined, untyped)).rejects.toThrow('The context is a list of Messages')
    await expect(Agent.Request({}, undefined, untyped)).rejects.toThrow('The context is a list of Messages')
  }
})

test('Unchecked values are refused by a sentence: an invalid model, a config, an Activity', async () => {
  const { Activity, Agent } = createRegistry()
  const hello = [{ type: 'text', text: 'Say hello.' }] as const
  const untyped = (value: unknown) => value as never // as a program without types gives it
  const refused = async (code: string, message: string, config: unknown, deps?: unknown): Promise<void> => {
    for (const ask of waysOf(Agent))
      await expect(ask(untyped(config), undefined, hello, untyped(deps))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(message),
      })
  }
  await refused('model.unknown', 'not the name gpt', {}, { model: 'gpt' })
  await refused('model.unknown', 'a value that has no ask()', {}, { model: {} })
  await refused('model.unknown', 'The config names the model gpt, but no model was given', { model: 'gpt' })
  await refused('idea.config', 'config.limits.turns must be a whole number, 1 or more.', { limits: { turns: 'x' } })
  await refused('idea.config', 'config must be an object.', null)
  // A file warns of an unknown field; for a program that thinks it set a limit, only an error does.
  await refused('idea.config', 'config has no field maxTurns. It has model,', { maxTurns: 3 })
  await refused('idea.config', 'config.limits has no field turn. Did you mean turns?', { limits: { turn: 3 } })
  for (const ask of waysOf(Agent))
    await expect(ask({}, untyped({ type: 'objekt' }), hello)).rejects.toMatchObject({
      code: 'idea.shape',
      message: expect.stringMatching(/^The output schema is malformed: /),
    })
  const register = (run: unknown, options?: unknown) => () => Activity.register('a', untyped(run), untyped(options))
  expect(register(undefined)).toThrow('The Activity "a" cannot be registered: it is undefined, not a function.')
  const run = () => 1
  expect(register(run, { timeoutMs: -1 })).toThrow('timeoutMs must be a number above 0')
  expect(register(run, { retry: { attempts: 1.5, backoffMs: 0 } })).toThrow('retry.attempts must be a whole number')
  expect(register(run, { retry: { attempts: 2, backoffMs: Number.NaN } })).toThrow('retry.backoffMs must be a number')
  expect(Activity.Names).toEqual([])
})

test('A Message in a chat endpoint’s form is a text; an invalid Message is refused with its place', async () => {
  const { Agent } = createRegistry()
  const model = createScriptedModel(() => 'Hello.')
  const plain = { role: 'user', content: 'Say hello.' } as const
  await Agent.Request({}, undefined, [plain], { model })
  const { messages } = await Agent.Loop({}, undefined, [{ type: 'text', text: 'Be kind.' }, plain], { model })
  expect(model.asked.map((body) => body.messages)).toEqual([[plain], [{ role: 'system', content: 'Be kind.' }, plain]])
  // A Loop's last messages begin the next one.
  await Agent.Loop({}, undefined, [...messages, plain], { model })
  expect(model.asked[2]?.messages.at(-1)).toEqual(plain)
  for (const item of [
    null,
    'text',
    {},
    { type: 'nope' },
    { type: 'text' },
    { type: 'data', data: 1 },
    { role: 'tool', content: '' },
  ]) {
    const untyped = [plain, item] as never // as a program without types gives it
    for (const act of waysOf(Agent))
      await expect(act({}, undefined, untyped, { model })).rejects.toMatchObject({
        code: 'idea.invalid',
        options: { errors: [{ path: expect.stringContaining('/context/1') }] },
      })
  }
})
