import { describe, expect, it, test } from 'vitest'
import type { ModelDelta } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld, type Scripted, type TestWorld } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES, type Meant, type TestWire } from '../../../testing/test-wires.ts'

const QUESTION = 'В каком городе?'
const schema = { type: 'object', properties: { weather: { type: 'string' } }, required: ['weather'] }
const trip = (questions = true) => ({
  ...(questions && { config: { composition: { questions } } }),
  context: [{ type: 'text', role: 'user', text: 'Какая будет погода?' }],
  schema,
})

const createWorld = (wire: TestWire, first: Scripted, idea = trip(), second?: Meant): TestWorld =>
  createTestWorld({
    ideas: { trip: idea },
    capabilities: capabilitiesOf(wire),
    script: (_, count) => (count === 0 ? first : { pieces: sayOn(wire, second ?? { output: { weather: 'дождь' } }) }),
  })

const asks = (wire: TestWire): Scripted => ({
  pieces: sayOn(wire, { calls: [['ask_person', { question: QUESTION }]] }),
})
const says = (text: string): Scripted => ({
  pieces: [
    { type: 'text', text },
    { type: 'finish', reason: 'stop' },
  ] satisfies ModelDelta[],
})

const start = async (world: TestWorld) => {
  const { id } = await world.executor.start({ idea: 'trip' })
  const run = await world.executor.settled(id)
  const [open] = world.executor.approvals()
  return { id, run, callId: open?.callId ?? '', open }
}

describe.each(TEST_WIRES)('A question to the person on %s', (wire) => {
  it('makes the Run wait, and its answer is what the model sees next', async () => {
    const world = createWorld(wire, asks(wire))
    const { id, run, callId, open } = await start(world)
    expect(run).toMatchObject({ status: 'waiting', waitingFor: [{ type: 'question' }] })
    expect(open).toMatchObject({ why: 'question', tool: 'ask_person', parameters: { question: QUESTION } })
    await world.executor.decide(id, callId, { decision: 'answer', result: 'Осло', by: 'me' })
    expect(await world.executor.settled(id)).toMatchObject({ status: 'completed', output: { weather: 'дождь' } })
    expect(JSON.stringify(world.model.asked[1]?.messages)).toContain('Осло')
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  it('may be a text in the place of the output', async () => {
    const world = createWorld(wire, says(QUESTION))
    const { id, callId, open } = await start(world)
    expect(open).toMatchObject({ why: 'question', parameters: { question: QUESTION } })
    await world.executor.decide(id, callId, { decision: 'answer', result: 'Осло', by: 'me' })
    expect(await world.executor.settled(id)).toMatchObject({ status: 'completed' })
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  it('survives a restart, also between the answer that holds it and the question itself', async () => {
    for (const first of [asks(wire), says(QUESTION)]) {
      const world = createWorld(wire, first)
      const { id } = await start(world)
      const restarted = createExecutor(world.deps)
      await restarted.resume(id, 'restart')
      await restarted.settled(id)
      const [open] = restarted.approvals()
      expect(open).toMatchObject({ why: 'question', parameters: { question: QUESTION } })
      await restarted.decide(id, open?.callId ?? '', { decision: 'answer', result: 'Осло', by: 'me' })
      expect(await restarted.settled(id)).toMatchObject({ status: 'completed' })
    }
  })

  it('without an answer is an error that the model reads', async () => {
    const world = createWorld(wire, asks(wire))
    const { id, callId } = await start(world)
    await world.executor.decide(id, callId, { decision: 'refuse', reason: 'не знаю', by: 'me' })
    expect(await world.executor.settled(id)).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(world.model.asked[1]?.messages)).toContain('The person did not answer: не знаю')
  })

  it('is offered only where the Idea allows questions', async () => {
    const world = createWorld(wire, { pieces: sayOn(wire, { output: { weather: 'дождь' } }) }, trip(false))
    await world.run()
    expect(JSON.stringify(world.model.asked[0])).not.toContain('ask_person')
    const text = createWorld(wire, says(QUESTION), trip(false))
    const { events, status } = await text.run()
    expect(status).toBe('completed')
    expect(events.map(({ type }) => type)).not.toContain('approval.requested')
  })
})

test.each(['approve', 'edit', 'answer'] as const)(
  'a question is not settled by %s without an answer in words',
  async (decision) => {
    const world = createWorld('tools', asks('tools'))
    const { id, callId } = await start(world)
    const input = { decision, by: 'me', ...(decision === 'edit' && { call: { question: 'Иначе?' } }), result: ' ' }
    await expect(world.executor.decide(id, callId, input)).rejects.toMatchObject({ code: 'approval.invalid' })
  },
)

test.each(['```json\n{"weather":', '{"weather": oops}', '["a"', '"half'])(
  'a text that was meant as JSON isn’t a question: %s',
  async (text) => {
    const { events } = await createWorld('tools', says(text)).run()
    expect(events.map(({ type }) => type)).not.toContain('approval.requested')
  },
)

test('an author’s own Tool named ask_person stays what it is', async () => {
  const own = { type: 'object', description: 'Asks.', properties: { question: { type: 'string' } } }
  const world = createTestWorld({
    ideas: { trip: { ...trip(), context: [{ type: 'tool', tool: { ask_person: own } }] } },
    activities: { ask_person: () => 'Осло' },
    script: (_, count) =>
      count === 0
        ? { calls: [{ _tool: 'ask_person', question: QUESTION }], output: null }
        : { calls: [], output: { weather: 'дождь' } },
  })
  expect(await world.run()).toMatchObject({ status: 'completed' })
})

test('the question of a Module waits in the Run of its caller', async () => {
  const forecast = {
    type: 'object',
    description: 'Forecasts.',
    properties: { _module: { const: 'idea://forecast' } },
  }
  const world = createTestWorld({
    ideas: {
      trip: { context: [{ type: 'tool', tool: { forecast } }], schema },
      forecast: trip(),
    },
    script: (body, count) => {
      if (count === 0) return { calls: [{ _tool: 'forecast' }], output: null }
      if (count === 1) return { calls: [{ _tool: 'ask_person', question: QUESTION }], output: null }
      return { calls: [], output: { weather: JSON.stringify(body.messages).includes('Осло') ? 'дождь' : '?' } }
    },
  })
  const { id, callId, open } = await start(world)
  expect(open).toMatchObject({ why: 'question', span: 'request/0/call/0/request/0/call/0' })
  await world.executor.decide(id, callId, { decision: 'answer', result: 'Осло', by: 'me' })
  expect(await world.executor.settled(id)).toMatchObject({ status: 'completed' })
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})
