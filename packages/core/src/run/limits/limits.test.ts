import { describe, expect, test, vi } from 'vitest'
import type { Journal } from '../../journal/journal.ts'
import { ModelError } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createClock } from '../operate/system-clock.ts'
import { answer, DONE } from '../../../testing/test-idea.ts'
import { createTestWorld, type Script, type Scripted } from '../../../testing/test-run.ts'

const work = { type: 'object', properties: { n: { type: 'integer' } } }
const enter = { type: 'object', properties: { _module: { const: 'idea://inner' }, n: { type: 'integer' } } }
const withTools = (tool: object, config: object = {}) => ({
  config,
  context: [
    { type: 'text', text: 'Work.' },
    { type: 'tool', tool },
  ],
  schema: answer,
})
/** Which Idea asks: each shows its own Tool. */
const isInner = (body: Parameters<Script>[0]): boolean => JSON.stringify(body).includes('"const":"work"')

describe('A limit of a Module holds inside it, and those around it hold too', () => {
  const nested = (limits: { outer?: object; inner?: object }, inner: Script = () => DONE) =>
    createTestWorld({
      ideas: {
        outer: withTools({ enter }, { limits: limits.outer ?? {} }),
        inner: withTools({ work }, { limits: limits.inner ?? {} }),
      },
      activities: { work: ({ n }) => n ?? null },
      script: (body, count) =>
        isInner(body) ? inner(body, count) : count === 0 ? { calls: [{ _tool: 'enter', n: 1 }], output: null } : DONE,
    })
  const working: Script = (_, count) => ({ calls: [{ _tool: 'work', n: count }], output: null })

  test.each([
    ['turns', { inner: { turns: 2 } }],
    ['calls', { inner: { calls: 2 } }],
    ['calls', { outer: { calls: 3 } }],
    ['tokens', { inner: { tokens: 6000 } }],
    ['tokens', { outer: { tokens: 9000 } }],
  ])('%s, by %j', async (limit, limits) => {
    const { error, events } = await nested(limits, working).run()
    expect(error).toBe(`limit.${limit}`)
    const reached = events.find(({ type }) => type === 'limit.reached')
    expect(reached?.span).toMatch(/^request\/0\/call\/0\/request/)
  })

  test('invalidTurns counts the turns of its own Loop', async () => {
    const { error } = await nested({ inner: { invalidTurns: 1 } }, () => ({ calls: [], output: null })).run()
    expect(error).toBe('limit.invalidTurns')
  })

  test('repeatedCalls lets a Call poll as long as its result changes, also in a replay, and refuses it once it does not', async () => {
    const polled = async (results: readonly string[]) => {
      let asked = 0
      const world = createTestWorld({
        ideas: { a: withTools({ work }, { limits: { repeatedCalls: 2 } }) },
        activities: { work: () => results[asked++] ?? null },
        script: (_, count) => (count < results.length ? { calls: [{ _tool: 'work', n: 7 }], output: null } : DONE),
      })
      const { id, status, events } = await world.run()
      expect(status).toBe('completed')
      expect(await world.executor.replay(id)).toMatchObject({ identical: true })
      return events.flatMap((event) => (event.type === 'limit.reached' ? [event.span] : []))
    }
    expect(await polled(['10 %', '20 %', '30 %', '40 %', '50 %', '60 %'])).toEqual([])
    expect(await polled(['10 %', '20 %', '20 %', '20 %'])).toEqual(['request/3/call/0'])
    expect(await polled(['10 %', '10 %', '10 %'])).toEqual(['request/2/call/0'])
  })

  test('repeatedCalls never refuses a Call of a Tool that says that it polls', async () => {
    const polls = { ...work, _polls: true }
    const world = createTestWorld({
      ideas: { a: withTools({ work: polls }, { limits: { repeatedCalls: 2 } }) },
      activities: { work: () => 'not yet' },
      script: (_, count) => (count < 6 ? { calls: [{ _tool: 'work', n: 7 }], output: null } : DONE),
    })
    const { id, events } = await world.run()
    expect(events.filter(({ type }) => type === 'call.completed')).toHaveLength(6)
    expect(JSON.stringify(events.find(({ type }) => type === 'request.started'))).not.toContain('_polls')
    expect(await world.executor.replay(id)).toMatchObject({ identical: true })
  })

  test('callsPerTurn and repeatedCalls refuse the Call and the Loop continues', async () => {
    const script: Script = (body) =>
      JSON.stringify(body).includes('limit.callsPerTurn')
        ? DONE
        : { calls: [1, 2, 3].map((n) => ({ _tool: 'work', n })), output: null }
    const many = await nested({ inner: { callsPerTurn: 2 } }, script).run()
    expect(many.status).toBe('completed')
    const same: Script = (body) =>
      JSON.stringify(body).includes('limit.repeatedCalls') ? DONE : { calls: [{ _tool: 'work', n: 7 }], output: null }
    const repeated = await nested({ inner: { repeatedCalls: 2 } }, same).run()
    expect(repeated.status).toBe('completed')
    const reached = [many, repeated].map(({ events }) =>
      events.flatMap((event) => (event.type === 'limit.reached' ? [event.data.limit] : [])),
    )
    expect(reached).toEqual([['callsPerTurn'], ['repeatedCalls']])
    // A crash between them leaves the Calls ahead, from which the answer resumes.
    const types = many.events.flatMap(({ type }) =>
      type === 'call.proposed' || type === 'limit.reached' ? [type] : [],
    )
    expect(types).toEqual(['call.proposed', 'call.proposed', 'call.proposed', 'limit.reached'])
  })

  test('depth refuses the Call that would go deeper', async () => {
    const world = createTestWorld({
      ideas: { inner: withTools({ enter }, { limits: { depth: 2 } }) },
      script: ({ messages }) =>
        /limits\.depth|done/.test(JSON.stringify(messages))
          ? DONE
          : { calls: [{ _tool: 'enter', n: 1 }], output: null },
    })
    const { status, events } = await world.run()
    expect(status).toBe('completed')
    const [refused] = events.filter(({ type }) => type === 'call.rejected')
    expect(refused?.span.match(/call/g)).toHaveLength(3)
  })

  test('depth does not count a Module whose work an Activity does, as it is never entered', async () => {
    const world = createTestWorld({
      ideas: { outer: withTools({ enter }, { limits: { depth: 1 } }), inner: withTools({ enter }) },
      activities: { enterByCode: ({ n }) => n ?? null },
      profile: { tools: { enter: { ideas: { inner: 'enterByCode' } } } },
      script: (_, count) => (count < 2 ? { calls: [{ _tool: 'enter', n: 1 }], output: null } : DONE),
    })
    const { status, events } = await world.run()
    expect(status).toBe('completed')
    expect(events.flatMap(({ type }) => (/^(module|call\.rej)/.test(type) ? [type] : []))).toEqual([
      'module.entered',
      'module.left',
    ])
    expect(events.filter(({ type }) => type === 'call.completed')).toHaveLength(2)
  })
})

test.each<[string, { outer?: object; inner?: object }]>([
  ['inner', { inner: { cost: 0.5 } }],
  ['outer', { outer: { cost: 0.5 } }],
])(
  'cost is charged to every Loop around a Request: one of the %s ends the Run inside the Module',
  async (_, limits) => {
    const { deps } = createTestWorld({
      ideas: {
        outer: withTools({ enter }, { limits: limits.outer ?? {} }),
        inner: withTools({ work }, { limits: limits.inner ?? {} }),
      },
      activities: { work: ({ n }) => n ?? null },
      script: (body, count) => ({
        pieces: [
          {
            type: 'text',
            text: JSON.stringify({
              calls: [isInner(body) ? { _tool: 'work', n: count } : { _tool: 'enter', n: 1 }],
              output: null,
            }),
          },
          {
            type: 'usage',
            usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false },
          },
          { type: 'finish', reason: 'stop' },
        ],
      }),
    })
    const executor = createExecutor({ ...deps, costOf: () => 0.2 })
    const { id } = await executor.start({ idea: 'outer' })
    const run = await executor.settled(id)
    expect(run.error).toMatchObject({ code: 'limit.cost', key: expect.stringMatching(/^request\/0\/call\/0\/request/) })
    expect(await executor.replay(id)).toEqual({ identical: true })
  },
)

test('callMs of a Module ends a Call inside it as an error that its model reads', async () => {
  const { deps } = createTestWorld({
    ideas: {
      outer: withTools({ enter }),
      inner: withTools({ work }, { limits: { callMs: 500 } }),
    },
    activities: { work: () => new Promise(() => {}) },
    script: (body) => {
      if (!isInner(body))
        return JSON.stringify(body.messages).includes('done')
          ? DONE
          : { calls: [{ _tool: 'enter', n: 1 }], output: null }
      return JSON.stringify(body.messages).includes('limit.callMs')
        ? DONE
        : { calls: [{ _tool: 'work', n: 1 }], output: null }
    },
  })
  const executor = createExecutor(deps)
  const { id } = await executor.start({ idea: 'outer' })
  const run = await executor.settled(id)
  expect(run.error).toBeUndefined()
  const failed = (await deps.journal.read(id)).find(({ type }) => type === 'call.failed')
  expect(failed).toMatchObject({
    span: 'request/0/call/0/request/0/call/0',
    data: { error: { code: 'limit.callMs' } },
  })
})

test('that callMs was passed and the failure that follows from it become durable together', async () => {
  const { deps } = createTestWorld({
    ideas: { outer: withTools({ work }, { limits: { callMs: 500 } }) },
    activities: { work: () => new Promise(() => {}) },
    script: (_, count) => (count === 0 ? { calls: [{ _tool: 'work', n: 1 }], output: null } : DONE),
  })
  const append = vi.spyOn(deps.journal, 'append')
  const executor = createExecutor(deps)
  const { id } = await executor.start({ idea: 'outer' })
  await executor.settled(id)
  const batches = append.mock.calls.map(([, events]) => events.map(({ type }) => type))
  expect(batches).toContainEqual(['limit.reached', 'call.failed'])
})

test('callMs is reported by each attempt that passes it, and replays, however the milliseconds are rounded', async () => {
  for (const readings of [[0], [0, 500, 500, 1001], [0, 501, 501, 1001], [0, 503, 503, 1004]]) {
    const { deps } = createTestWorld({
      ideas: { outer: withTools({ work }, { limits: { callMs: 500 } }) },
      activities: { work: { run: () => new Promise(() => {}), options: { retry: { attempts: 2, backoffMs: 1 } } } },
      script: (_, count) => (count === 0 ? { calls: [{ _tool: 'work', n: 1 }], output: null } : DONE),
    })
    let began = false
    let read = 0
    const elapsed = (): number => (began ? (readings[Math.min(read++, readings.length - 1)] ?? 0) : 0)
    const activity: typeof deps.activity = (name) => {
      began = true
      return deps.activity(name)
    }
    const executor = createExecutor({ ...deps, activity, clock: createClock({ ...deps.clock, elapsed }) })
    const { id } = await executor.start({ idea: 'outer' })
    expect((await executor.settled(id)).status).toBe('completed')
    const reached = (await deps.journal.read(id)).filter(({ type }) => type === 'limit.reached')
    expect(reached.map(({ key }) => key)).toEqual([
      'request/0/call/0#limit.reached:1',
      'request/0/call/0#limit.reached:2',
    ])
    expect(await executor.replay(id)).toEqual({ identical: true })
  }
})

describe('wallMs', () => {
  const hanging = (limits: { outer?: object; inner?: object }) => {
    const { deps } = createTestWorld({
      ideas: {
        outer: withTools({ enter }, { limits: limits.outer ?? {} }),
        inner: withTools({ work }, { limits: limits.inner ?? {} }),
      },
      script: (body) => (isInner(body) ? new Promise(() => {}) : { calls: [{ _tool: 'enter', n: 1 }], output: null }),
    })
    return { executor: createExecutor(deps), journal: deps.journal }
  }

  test('of a Module ends the Run when its own time is over, by the Module’s place, and replays', async () => {
    const { executor, journal } = hanging({ inner: { wallMs: 500 } })
    const { id } = await executor.start({ idea: 'outer' })
    const run = await executor.settled(id)
    expect(run.error).toMatchObject({ code: 'limit.wallMs', key: 'request/0/call/0' })
    expect(run.error?.message).toContain('500 milliseconds')
    const reached = (await journal.read(id)).filter(({ type }) => type === 'limit.reached')
    expect(reached.map(({ span }) => span)).toEqual(['request/0/call/0'])
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('of a Module that was over before a crash says nothing of the work after it', async () => {
    let now = Date.parse('2026-11-21T00:00:00Z')
    const slow = { type: 'object', description: 'Takes a minute.', properties: { n: { type: 'integer' } } }
    const { deps, journal } = createTestWorld({
      ideas: {
        outer: withTools({ enter, slow }),
        inner: withTools({ work }, { limits: { wallMs: 500 } }),
      },
      activities: { work: ({ n }) => n ?? null, slow: () => (now += 60_000) },
      script: (body) => {
        const seen = JSON.stringify(body.messages)
        // So many that the Run rests while it passes over them.
        const calls = Array.from({ length: 20 }, (_, n) => ({ _tool: 'work', n }))
        if (isInner(body)) return seen.includes('result of work') ? DONE : { calls, output: null }
        if (!seen.includes('result of enter')) return { calls: [{ _tool: 'enter', n: 1 }], output: null }
        return seen.includes('result of slow') ? DONE : { calls: [{ _tool: 'slow', n: 1 }], output: null }
      },
    })
    const clock = createClock({ ...deps.clock, now: () => now, elapsed: () => now })
    const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    const { id } = await createExecutor({ ...deps, clock }).start({ idea: 'outer' })
    await expect.poll(async () => (await journal.runs.get(id))?.status).toBe('completed')
    const [created, ...recorded] = await journal.read(id, { hydrate: true })
    if (created?.type !== 'run.created') throw new Error('unreachable')
    await journal.runs.remove(id)
    await journal.create({ id, idea: 'outer', request: null, created })
    await journal.append(await journal.lease(id), recorded.slice(0, -1))
    const executor = createExecutor({ ...deps, clock, rest })
    await executor.resume(id, 'restart')
    expect((await executor.settled(id)).error).toBeUndefined()
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('of the Run ends it however long a Module may take', async () => {
    const { executor } = hanging({ outer: { wallMs: 500 }, inner: { wallMs: 800 } })
    const { id } = await executor.start({ idea: 'outer' })
    const run = await executor.settled(id)
    expect(run.error).toMatchObject({ code: 'limit.wallMs', key: '' })
    expect(await executor.replay(id)).toEqual({ identical: true })
  })
})

describe('wallMs that is over while the last answer is recorded', () => {
  const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  /** A Journal that takes a moment, and in which the time is up while an answer goes in. */
  const late = (said: Scripted = DONE) => {
    const { deps } = createTestWorld({
      ideas: { outer: withTools({ work }, { limits: { wallMs: 500 } }) },
      script: () => said,
    })
    let timeIsUp = (): void => {}
    const clock = createClock({
      now: () => 0,
      elapsed: () => 0,
      after: (ms, act) => {
        if (ms === 500) timeIsUp = act
        else if (ms < 500) setImmediate(act)
        return () => {}
      },
    })
    const append: Journal['append'] = async (lease, events) => {
      if (events.some(({ type }) => type === 'request.completed' || type === 'request.failed')) timeIsUp()
      await later()
      await deps.journal.append(lease, events)
    }
    return { ...deps, clock, journal: { ...deps.journal, append } }
  }

  test.each<[string, Scripted]>([
    ['an answer', DONE],
    ['that there is none', new ModelError('model.unreachable', 'No route.')],
  ])('ends the Run all the same, and replays: %s', async (_, said) => {
    const executor = createExecutor(late(said))
    const { id } = await executor.start({ idea: 'outer' })
    expect((await executor.settled(id)).error).toMatchObject({ code: 'limit.wallMs' })
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('ends it also where the process ended between the limit and the end', async () => {
    const deps = late()
    const executor = createExecutor(deps)
    const { id } = await executor.start({ idea: 'outer' })
    await executor.settled(id)
    const [created, ...recorded] = await deps.journal.read(id, { hydrate: true })
    if (created?.type !== 'run.created') throw new Error('unreachable')
    await deps.journal.runs.remove(id)
    await deps.journal.create({ id, idea: 'outer', request: null, created })
    await deps.journal.append(
      await deps.journal.lease(id),
      recorded.filter(({ type }) => type !== 'run.failed'),
    )
    const next = createExecutor(deps)
    await next.resume(id, 'restart')
    expect((await next.settled(id)).error).toMatchObject({ code: 'limit.wallMs' })
    expect(await next.replay(id)).toEqual({ identical: true })
  })
})

test('Waiting for a person counts towards nothing: the time before it does, and the time after', async () => {
  const timers = new Map<() => void, number>()
  let now = 0
  const pass = (ms: number): void => {
    now += ms
    for (const [act, at] of timers) if (at <= now && timers.delete(act)) act()
  }
  const { deps } = createTestWorld({
    ideas: {
      outer: withTools(
        { guard: { ...work, properties: { ...work.properties, _approval: { const: 'required' } } } },
        { limits: { wallMs: 1000, callMs: 1000 } },
      ),
    },
    activities: { guard: ({ n }) => (pass(n), n) },
    script: (_, count) => {
      if (count === 0) pass(600)
      return count < 2 ? { calls: [{ _tool: 'guard', n: count === 0 ? 300 : 900 }], output: null } : DONE
    },
  })
  const clock = createClock({
    now: () => now,
    elapsed: () => now,
    after: (ms, act) => {
      if (ms > 0) timers.set(act, now + ms)
      else setImmediate(act)
      return () => timers.delete(act)
    },
  })
  const executor = createExecutor({ ...deps, clock })
  const { id } = await executor.start({ idea: 'outer' })
  const approve = async (): Promise<void> => {
    const [open] = executor.approvals()
    await executor.decide(id, open?.callId ?? '', { decision: 'approve', by: 'a person' })
  }
  expect((await executor.settled(id)).status).toBe('waiting')
  pass(24 * 60 * 60 * 1000)
  await approve()
  expect((await executor.settled(id)).status).toBe('waiting')
  pass(24 * 60 * 60 * 1000)
  // 600 and 300 milliseconds of work so far: another 900 are too much.
  await approve()
  expect((await executor.settled(id)).error).toMatchObject({ code: 'limit.wallMs' })
  expect(await executor.replay(id)).toEqual({ identical: true })
})

test.each([
  [1, undefined],
  [2, 'limit.tokens'],
])('%i branches that reserve at once what one may: %s', async (branches, error) => {
  const calls = Array.from({ length: branches }, (_, n) => ({ _tool: 'enter', n }))
  const config = { limits: { tokens: 10_000 }, maxOutputTokens: 6000 }
  const world = createTestWorld({
    ideas: { outer: withTools({ enter }, config), inner: withTools({ work }, { maxOutputTokens: 6000 }) },
    script: (_, count) => (count === 0 ? { calls, output: null } : DONE),
  })
  const { id, ...ended } = await world.run()
  expect(ended.error).toBe(error)
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})
