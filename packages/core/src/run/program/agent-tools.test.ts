import { describe, expect, test } from 'vitest'
import { createRegistry } from './agent.ts'
import { createScriptedModel } from '../../../testing/test-run.ts'

const forecast = {
  type: 'object',
  description: 'Прогноз погоды в городе.',
  properties: { city: { type: 'string' }, _output: { type: 'string' } },
  required: ['city'],
} as const
const judge = {
  type: 'object',
  description: 'Настроение текста.',
  properties: { text: { type: 'string' }, _output: { type: 'string', enum: ['хорошее', 'плохое'] } },
  required: ['text'],
} as const
const question = { type: 'text', role: 'user', text: 'Какая погода в Казани?' } as const

const shownTo = (model: ReturnType<typeof createScriptedModel>): readonly string[] =>
  [...JSON.stringify(model.asked.at(-1)?.response_format).matchAll(/"_tool":\{"const":"(\w+)"/g)].map(
    ([, name = '']) => name,
  )
const done = () => createScriptedModel(() => ({ calls: [], output: 'готово' }))

test('A registry may have its Tools from the start', async () => {
  const { Tool, Activity, Agent } = createRegistry({ forecast, judge })
  expect(Tool.names).toEqual(['forecast', 'judge'])
  Activity.register('forecast', async ({ city }) => `В городе ${city} ясно`)
  const model = createScriptedModel(({ messages }) =>
    messages.some(({ role }) => role === 'assistant')
      ? { calls: [], output: 'готово' }
      : { calls: [{ _tool: 'forecast', city: 'Казань' }], output: null },
  )
  const { events } = await Agent.Loop({}, { type: 'string' }, [question], { model })
  expect(events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({ result: 'В городе Казань ясно' })
})

describe('A Request or a Loop may take a choice of the registered Tools', () => {
  test('by name or by handle, in the order of the choice; none of them where the choice is empty', async () => {
    const { Tool, Agent } = createRegistry({ forecast, judge })
    const third = Tool.register('third', forecast)
    for (const [tools, shown] of [
      [undefined, ['forecast', 'judge', 'third']],
      [['judge'], ['judge']],
      [
        [third, 'forecast', third],
        ['third', 'forecast'],
      ],
      [[], []],
    ] as const) {
      const [asked, looped] = [done(), done()]
      await Agent.Request({}, { type: 'string' }, [question], { model: asked, ...(tools && { tools }) })
      await Agent.Loop({}, { type: 'string' }, [question], { model: looped, ...(tools && { tools }) })
      expect([shownTo(asked), shownTo(looped)]).toEqual([shown, shown])
    }
  })

  test('and a Call of one that was not chosen is refused', async () => {
    const { Agent } = createRegistry({ forecast, judge })
    const model = createScriptedModel(() => ({ calls: [{ _tool: 'forecast', city: 'Уфа' }], output: null }))
    const { calls, errors } = await Agent.Request({}, undefined, [question], { model, tools: ['judge'] })
    expect(calls).toEqual([])
    expect(errors).toMatchObject([{ code: 'tool.unknown', names: ['judge'] }])
  })

  test('a name that is not registered is refused with the nearest', async () => {
    const { Agent } = createRegistry({ forecast, judge })
    const refused = { code: 'tool.unknown', message: 'No Tool forcast is registered. Did you mean forecast?' }
    const deps = { tools: ['forcast'], model: done() }
    await expect(Agent.Request({}, undefined, [question], deps)).rejects.toMatchObject(refused)
    await expect(Agent.Loop({}, undefined, [question], deps)).rejects.toMatchObject(refused)
  })
})

describe('A context may refer to a registered Tool', () => {
  const inContext = [question, { type: 'tool', tool: { прогноз: { $ref: 'tool://forecast' } } }] as const
  const named = [question, { type: 'tool', tool: { weather: { $ref: 'tool://forecast', _activity: '' } } }] as const

  test('in a Request and in a Loop, also where the choice leaves it out', async () => {
    const { Activity, Agent } = createRegistry({ forecast, judge })
    Activity.register('forecast', () => 'ясно')
    const [asked, looped] = [done(), done()]
    await Agent.Request({}, { type: 'string' }, named, { model: asked, tools: ['judge'] })
    await Agent.Loop({}, { type: 'string' }, named, { model: looped, tools: ['judge'] })
    for (const model of [asked, looped]) {
      expect(shownTo(model)).toEqual(['judge', 'weather'])
      expect(JSON.stringify(model.asked)).toContain('Прогноз погоды в городе.')
    }
  })

  test('under its own name, which is checked like any other', async () => {
    const { Agent } = createRegistry({ forecast })
    await expect(Agent.Request({}, undefined, inContext)).rejects.toMatchObject({ code: 'idea.invalid' })
  })

  test('and one that is not registered is named', async () => {
    const { Agent } = createRegistry({ forecast })
    const context = [{ type: 'tool', tool: { weather: { $ref: 'tool://погода' } } }] as const
    for (const asked of [Agent.Request({}, undefined, context), Agent.Loop({}, undefined, context)])
      await expect(asked).rejects.toMatchObject({
        code: 'idea.invalid',
        message: expect.stringContaining('tool://погода') as string,
      })
  })
})
