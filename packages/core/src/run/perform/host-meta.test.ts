import { describe, expect, test } from 'vitest'
import type { ActivityContext } from '../../activity/activity.ts'
import type { JournalEvent } from '../../journal/events.ts'
import { createExecutor } from '../operate/executor.ts'
import type { HostCall, HostMeta, OnCall } from '../record/host-call.ts'
import { createTestWorld, resumeIn, type TestWorld } from '../../../testing/test-run.ts'

const tool = (more: object = {}) => ({
  type: 'object',
  description: 'Записывает заметку.',
  properties: { text: { type: 'string' }, _output: { type: 'string' }, ...more },
})
const createHosted = (onCall: OnCall | undefined, more: object = {}): TestWorld => {
  const world = createTestWorld({
    ideas: {
      client: {
        context: [
          { type: 'text', text: 'Запиши заметку о клиенте.' },
          { type: 'state', state: { город: 'Казань' } },
          { type: 'data', kind: 'client', data: 'Анна', _instance: 'anna' },
          { type: 'data', kind: 'client', data: 'Борис', _instance: 'boris' },
          { type: 'tool', tool: { note: tool(more) } },
        ],
        schema: { type: 'string' },
      },
      clerk: { context: [{ type: 'text', text: 'Писарь.' }], schema: { type: 'string' } },
    },
    activities: {
      note: (_: unknown, { imports }: ActivityContext) => `сам: ${JSON.stringify(imports)}`,
      archive: () => 'в архив',
    },
    script: ({ messages }) => {
      const seen = JSON.stringify(messages)
      if (seen.includes('Писарь.')) return { calls: [], output: 'от писаря' }
      if (messages.some(({ role }) => role === 'assistant')) return { calls: [], output: 'готово' }
      return { calls: [{ _tool: 'note', text: 'позвонить', _output: 'модель' }], output: null }
    },
  })
  const deps = { ...world.deps, ...(onCall && { onCall }) }
  const executor = createExecutor(deps)
  return {
    ...world,
    deps,
    executor,
    async run(input, options) {
      const { id } = await executor.start({ idea: 'client', ...(input !== undefined && { input }), ...options })
      const run = await executor.settled(id)
      const events = await world.journal.read(id, { hydrate: true })
      return { id, status: run.status, output: run.output, error: run.error?.code, events }
    },
  }
}

const endOf = (events: readonly JournalEvent[]) =>
  events.find(({ type }) => type === 'call.completed' || type === 'call.rejected')?.data
const proposalOf = (events: readonly JournalEvent[]) => {
  const found = events.find(({ type }) => type === 'call.proposed')
  return found?.type === 'call.proposed' ? found.data : undefined
}

describe('A host may set meta fields of a Call before it runs', () => {
  test('it gets the Call, as a copy', async () => {
    const told: HostCall[] = []
    const { id, events } = await createHosted((call) => {
      told.push(structuredClone(call))
      Object.assign(call.parameters, { text: 'другое' })
      return undefined
    }).run('Вопрос')
    expect(told).toMatchObject([
      {
        run: id,
        span: 'request/0/call/0',
        idea: 'idea://client',
        tool: 'note',
        parameters: { text: 'позвонить' },
        meta: { _tool: 'note', _activity: 'note' },
      },
    ])
    expect(proposalOf(events)).toMatchObject({ parameters: { text: 'позвонить' } })
    expect(proposalOf(events)?.host).toBeUndefined()
  })

  test.each<[string, HostMeta, object]>([
    ['another Activity', { _activity: 'archive' }, { result: 'в архив' }],
    ['the model itself', { _activity: '' }, { result: 'модель' }],
    ['a Module', { _module: 'idea://clerk' }, { result: 'от писаря' }],
    ['what it may see', { _imports: ['state'] }, { result: 'сам: {"state":{"город":"Казань"}}' }],
    ['its world', { _instance: 'anna', _imports: ['data:client'] }, { result: expect.stringContaining('Анна') }],
    ['where its result goes', { _outputPath: '†state.заметка' }, { ref: '†state.заметка' }],
  ])('%s; it is recorded, and replay, fork and resume never ask again', async (_what, host, end) => {
    let asked = 0
    const world = createHosted(async () => {
      asked++
      return host
    })
    const { id, status, events } = await world.run('Вопрос')
    expect(status).toBe('completed')
    expect(proposalOf(events)).toMatchObject({ host, meta: host })
    if ('ref' in end)
      expect(events.find(({ type }) => type === 'state.written')?.data).toMatchObject({ ref: '†state.заметка' })
    else expect(endOf(events)).toMatchObject(end)
    // The model sees its own Call again, without what the host added.
    const shown = JSON.stringify(world.model.asked.at(-1)?.messages.filter(({ role }) => role === 'assistant'))
    for (const field of Object.keys(host)) expect(shown).not.toContain(field)

    expect(await world.executor.replay(id)).toEqual({ identical: true })
    const fork = await world.executor.fork(id, { at: events.length })
    expect((await world.executor.settled(fork.id)).status).toBe('completed')
    expect(proposalOf(await world.journal.read(fork.id, { hydrate: true }))).toMatchObject({ host })
    const again = createHosted(() => {
      throw new Error('asked again')
    })
    const left = events.slice(0, events.findIndex(({ type }) => type === 'call.proposed') + 1)
    const resumed = await resumeIn(again, { by: world, events: left })
    expect(resumed.at(-1)?.type).toBe('run.completed')
    expect(asked).toBe(1)
  })

  test('is asked of the host again where a fork runs the Call again', async () => {
    const answers = [{}, { _approval: 'required' as const }]
    const world = createHosted(() => answers.shift() ?? {})
    const { id, events } = await world.run('Вопрос')
    const at = events.findIndex(({ type }) => type === 'call.proposed') + 1
    const fork = await world.executor.fork(id, { at })
    expect((await world.executor.settled(fork.id)).status).toBe('waiting')
    expect(answers).toEqual([])
  })

  test('that a person confirms it', async () => {
    const world = createHosted(() => ({ _approval: 'required' }))
    const { id, status } = await world.run('Вопрос')
    expect(status).toBe('waiting')
    const [open] = world.executor.approvals()
    await world.executor.decide(id, open?.callId ?? '', { decision: 'approve', by: 'Анна' })
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('and overrides what the Tool’s author fixed', async () => {
    const { events } = await createHosted(() => ({ _imports: [] }), { _imports: { const: ['state'] } }).run('Вопрос')
    expect(endOf(events)).toMatchObject({ result: 'сам: {}' })
  })
})

test('A host that throws refuses the Call with that sentence, which the model reads; a replay finds it', async () => {
  const world = createHosted(() => {
    throw new Error('Клиент Анна закрыт для записи.')
  })
  const { id, status, events } = await world.run('Вопрос')
  expect(status).toBe('completed')
  expect(endOf(events)).toMatchObject({ error: { code: 'call.refused' } })
  expect(events.some(({ type }) => type === 'call.proposed' || type === 'call.started')).toBe(false)
  expect(JSON.stringify(world.model.asked.at(-1))).toContain('Клиент Анна закрыт для записи.')
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})

test('What a host cannot set fails the Run with the nearest name: nothing runs by a field that nothing reads', async () => {
  for (const [host, said] of [
    [{ _import: ['state'] }, 'Did you mean _imports?'],
    [{ заметка: 1 }, 'a host sets no field заметка. It sets _activity,'],
    [{ _activity: 'нет' }, '_activity must be the name of a registered Activity'],
    [{ _approval: 'never' }, '_approval must be "required".'],
    ['approve', 'it must be an object of meta fields'],
  ] as const) {
    const world = createHosted(() => host as never) // as a program without types gives it
    const { id, error } = await world.run('Вопрос')
    expect(error).toBe('host.invalid')
    expect((await world.executor.settled(id)).error?.message).toContain(said)
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  }
})
