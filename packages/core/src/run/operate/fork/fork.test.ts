import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../schema/json.ts'
import type { JournalEvent } from '../../../journal/events.ts'
import type { Journal } from '../../../journal/journal.ts'
import { needsApproval } from '../../../activity/activity.ts'
import type { DecisionInput } from '../../approval/approval-types.ts'
import { answer } from '../../../../testing/test-idea.ts'
import { createTestWorld, typesOf } from '../../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES } from '../../../../testing/test-wires.ts'
import type { ForkEdit } from '../../record/reuse.ts'

/** Two Activities in parallel, the second one's result used in a third; counts what really runs. */
function createWorld(more: JsonObject = {}) {
  const ran: string[] = []
  const tool = (path: string) => ({
    type: 'object',
    description: 'Works.',
    properties: { n: { type: 'integer' }, _outputPath: { const: `†state.${path}` }, ...more },
    required: ['n'],
  })
  const world = createTestWorld({
    ideas: {
      work: {
        context: [
          { type: 'input', schema: { type: 'object' }, input: { brief: 'x' } },
          { type: 'state', state: {} },
          { type: 'tool', tool: { left: tool('left'), right: tool('right'), last: tool('last') } },
        ],
        schema: answer,
      },
    },
    activities: Object.fromEntries(
      ['left', 'right', 'last'].map((name) => [
        name,
        ({ n }: { n: number }) => {
          ran.push(`${name} ${n}`)
          return n * 10
        },
      ]),
    ),
    script: (body) => {
      const seen = JSON.stringify(body.messages)
      if (seen.includes('"last\\":')) return { calls: [], output: { text: 'done' } }
      if (/left\\+":\d+/.test(seen)) {
        const right = Number(/right\\+":(\d+)/.exec(seen)?.[1])
        return { calls: [{ _tool: 'last', n: right }], output: null }
      }
      return {
        calls: [
          { _tool: 'left', n: 1 },
          { _tool: 'right', n: 2 },
        ],
        output: null,
      }
    },
  })
  return { world, ran }
}

/** A Run as far as it came, in another Journal. */
async function copyRun(journal: Journal, [created, ...rest]: readonly JournalEvent[]): Promise<void> {
  if (created?.type !== 'run.created') throw new Error('a record begins with its Run')
  await journal.create({ id: created.run, idea: created.data.idea, request: null, created })
  await journal.append(await journal.lease(created.run), rest)
}

describe('A fork is a new Run with its own complete chain that remembers its parent', () => {
  test('without an edit, what was complete at the point is kept and the rest runs again', async () => {
    const { world, ran } = createWorld()
    const { id, events } = await world.run()
    expect(ran).toEqual(['left 1', 'right 2', 'last 20'])
    ran.length = 0
    const at = events.find((event) => event.key === 'request/1#request.completed')?.seq ?? 0
    const fork = await world.executor.fork(id, { at })
    const run = await world.executor.settled(fork.id)
    expect(run).toMatchObject({ status: 'completed', parent: { run: id, at } })
    expect(ran).toEqual(['last 20'])
    const own = await world.journal.read(fork.id, { hydrate: true })
    expect(own.map((event) => event.seq)).toEqual(own.map((_, index) => index + 1))
    expect(own.find((event) => event.key === 'request/0#request.completed')?.data).toMatchObject({
      source: { run: id },
    })
    expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('an edited result runs again only what it reaches', async () => {
    const { world, ran } = createWorld()
    const { id, events } = await world.run()
    const before = JSON.stringify(events)
    ran.length = 0
    const edit = { type: 'result', key: 'request/0/call/1#call.completed', result: 77 } as const
    const options = { at: events.length, edit }
    const radius = await world.executor.blastRadius(id, options)
    expect(radius.kept).toEqual(['request/0#request.completed', 'request/0/call/0#call.completed'])
    expect(radius.reruns).toEqual(['request/1#request.completed'])
    expect(radius.depends).toEqual(['request/1/call/0#call.completed', 'request/2#request.completed'])
    expect(radius.unreached).toEqual([])
    expect(ran).toEqual([])
    const fork = await world.executor.fork(id, options)
    await world.executor.settled(fork.id)
    expect(ran).toEqual(['last 77'])
    expect(JSON.stringify(await world.journal.read(id, { hydrate: true }))).toBe(before)
    expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('an edited answer takes the place of the model, an edited Call the place of its parameters', async () => {
    const { world, ran } = createWorld()
    const { id, events } = await world.run()
    ran.length = 0
    const solution = {
      calls: [
        { _tool: 'left', n: 5 },
        { _tool: 'right', n: 6 },
      ],
      output: null,
    }
    const answered = await world.executor.fork(id, {
      at: events.length,
      edit: { type: 'answer', key: 'request/0#request.completed', solution },
    })
    await world.executor.settled(answered.id)
    expect(ran).toEqual(['left 5', 'right 6', 'last 60'])
    ran.length = 0
    const called = await world.executor.fork(id, {
      at: events.length,
      edit: { type: 'call', key: 'request/0/call/0#call.proposed', parameters: { n: 9 } },
    })
    await world.executor.settled(called.id)
    expect(ran).toEqual(['left 9', 'last 20'])
    for (const fork of [answered, called]) expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('an edit in a fork is kept in a fork of that, by any worker of the Call', async () => {
    const shown: string[] = []
    const world = createTestWorld({
      ideas: {
        work: {
          context: [
            {
              type: 'tool',
              tool: {
                ask: { type: 'object', properties: { n: { type: 'integer' } } },
                guess: { type: 'object', properties: {}, _output: { type: 'string' } },
                inner: { type: 'object', properties: {}, _module: 'idea://inner' },
              },
            },
          ],
        },
        inner: { context: [{ type: 'text', text: 'Inside.' }] },
      },
      activities: { ask: ({ n }: { n: number }) => `did ${n}` },
      script: (body) => {
        const seen = JSON.stringify(body.messages)
        if (seen.includes('Inside.')) return 'its own'
        if (seen.includes('did ')) {
          shown.push(seen)
          return { calls: [], output: 'done' }
        }
        const calls = [{ _tool: 'ask', n: 1 }, { _tool: 'guess', _output: 'its own' }, { _tool: 'inner' }]
        return { calls, output: null }
      },
    })
    const fork = async (run: string, edit?: ForkEdit): Promise<string> => {
      const at = (await world.journal.read(run)).length
      const { id } = await world.executor.fork(run, { at, ...(edit && { edit }) })
      expect(await world.executor.settled(id)).toMatchObject({ status: 'completed' })
      return id
    }
    const { id } = await world.run()
    let last = await fork(id, { type: 'call', key: 'request/0/call/0#call.proposed', parameters: { n: 2 } })
    last = await fork(last, { type: 'result', key: 'request/0/call/1', result: 'guessed by a person' })
    last = await fork(last, { type: 'result', key: 'request/0/call/2', result: 'written by a person' })
    expect(shown.at(-1)).toMatch(/did 2.*guessed by a person.*written by a person/u)
    const whole = await fork(last)
    const recorded = await world.journal.read(whole, { hydrate: true })
    const results = recorded.flatMap((event) => (event.type === 'call.completed' ? [String(event.data.result)] : []))
    expect(results.toSorted()).toEqual(['did 2', 'guessed by a person', 'written by a person'])
    for (const run of [last, whole]) expect(await world.executor.replay(run)).toEqual({ identical: true })
    for (const { id: run } of (await world.journal.runs.list({})).items)
      if (run !== whole) await world.executor.remove(run)
    expect(await world.executor.replay(whole)).toEqual({ identical: true })
  })

  test('a fork that resumes after a crash, at any point, keeps what it would have kept', async () => {
    const { world } = createWorld({ _idempotent: { const: false } })
    const { id, events } = await world.run()
    const made = await world.executor.fork(id, {
      at: events.length,
      edit: { type: 'result', key: 'request/0/call/1', result: 77 },
    })
    await world.executor.settled(made.id)
    const whole = await world.journal.read(made.id, { hydrate: true })
    for (let crash = 1; crash < whole.length; crash++) {
      const next = createWorld({ _idempotent: { const: false } })
      const { journal, executor } = next.world
      for (const hash of Object.values(whole[0]?.type === 'run.created' ? whole[0].data.pins : {}))
        await journal.bodies.put((await world.journal.bodies.get(hash)) ?? new Uint8Array())
      await copyRun(journal, events)
      await copyRun(journal, whole.slice(0, crash))
      await executor.resume(made.id, 'restart')
      const { status } = await executor.settled(made.id)
      // The Call that is not kept may have been at work: only a person knows.
      const atWork = whole.slice(0, crash).findLast(({ span }) => span === 'request/1/call/0')
      const expected = atWork?.type === 'call.started' ? 'waiting' : 'completed'
      expect({ status, ran: next.ran.filter((name) => name !== 'last 77') }, `after ${whole[crash - 1]?.key}`).toEqual({
        status: expected,
        ran: [],
      })
      expect(await executor.replay(made.id)).toEqual({ identical: true })
    }
  })

  test.each(TEST_WIRES)('an answer is edited as a Solution or as text on the %s wire', async (wire) => {
    const ran: unknown[] = []
    const world = createTestWorld({
      ideas: {
        work: {
          context: [{ type: 'tool', tool: { ask: { type: 'object', properties: { n: { type: 'integer' } } } } }],
          schema: { type: 'string' },
        },
      },
      activities: { ask: ({ n }: { n: number }) => (ran.push(n), n) },
      capabilities: capabilitiesOf(wire),
      script: () => ({ pieces: sayOn(wire, { output: 'first' }) }),
    })
    const { id, events } = await world.run()
    const forked = async (change: { readonly raw: string } | { readonly solution: Json }) => {
      const edit = { type: 'answer', key: 'request/0', ...change } as const
      const fork = await world.executor.fork(id, { at: events.length, edit })
      const run = await world.executor.settled(fork.id)
      expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
      return run
    }
    const solution = { calls: [{ _tool: 'ask', n: 4 }], output: 'edited' }
    expect(await forked({ solution })).toMatchObject({ status: 'completed', output: 'edited' })
    expect(ran).toEqual([4])
    // An invalid answer is shown to the model as its own.
    for (const raw of ['x', '', '5'])
      expect(await forked({ raw })).toMatchObject({ status: 'completed', output: 'first' })
  })

  test('a failure kept from a later attempt than the source’s first stays at that attempt', async () => {
    const world = createTestWorld({
      ideas: {
        work: {
          context: [
            { type: 'input', schema: { type: 'object' }, input: { brief: 'x' } },
            {
              type: 'tool',
              tool: { ask: { type: 'object', description: 'Works.', properties: { n: { type: 'integer' } } } },
            },
          ],
          schema: answer,
        },
      },
      activities: {
        ask: {
          run: (_, { attempt }) => {
            throw attempt === 1 ? needsApproval('Sure?') : new Error('It broke.')
          },
          options: { retry: { attempts: 1, backoffMs: 0 } },
        },
      },
      script: (body) =>
        JSON.stringify(body.messages).includes('It broke.')
          ? { calls: [], output: { text: 'done' } }
          : { calls: [{ _tool: 'ask', n: 1 }], output: null },
    })
    const decide = async (id: string, decision: Pick<DecisionInput, 'decision' | 'call'>) => {
      await world.executor.settled(id)
      const [waiting] = world.executor.approvals()
      await world.executor.decide(id, waiting?.callId ?? '', { ...decision, by: 'a person' })
      expect((await world.executor.settled(id)).status).toBe('completed')
    }
    const { id } = await world.run()
    await decide(id, { decision: 'approve' })
    const edit = { type: 'call', key: 'request/0/call/0#call.proposed', parameters: { n: 2 } } as const
    const fork = await world.executor.fork(id, { at: 1, edit })
    // A person's text replaces the source's failure, which is kept as this Run's second attempt.
    await decide(fork.id, { decision: 'edit', call: { n: 1 } })
    const failed = (await world.journal.read(fork.id)).find(({ type }) => type === 'call.failed')
    expect(failed).toMatchObject({ key: 'request/0/call/0#call.failed:2', data: { attempt: 2, source: { run: id } } })
    expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('an answer that was cut after its first Call is kept, though that Call was refused', async () => {
    const work = { type: 'object', description: 'Works.', properties: { n: { type: 'integer' } } }
    const cut = '{"calls":[{"_tool":"nothing"},{"_tool":"work","n":1},'
    const world = createTestWorld({
      ideas: { work: { context: [{ type: 'tool', tool: { work } }], schema: answer } },
      activities: { work: ({ n }: { n: number }) => n },
      script: (_, count) => {
        if (count > 1) return { calls: [], output: { text: 'done' } }
        if (count === 1) return { calls: [{ _tool: 'work', n: 2 }], output: null }
        return {
          pieces: [
            { type: 'text', text: cut },
            { type: 'finish', reason: 'length' },
          ],
        }
      },
    })
    const { id, events } = await world.run()
    const edit = { type: 'result', key: 'request/1/call/0', result: 5 } as const
    const fork = await world.executor.fork(id, { at: events.length, edit })
    expect((await world.executor.settled(fork.id)).status).toBe('completed')
    const failed = (await world.journal.read(fork.id)).find(({ type }) => type === 'request.failed')
    expect(failed).toMatchObject({ key: 'request/0#request.failed', data: { source: { run: id } } })
    expect(world.model.asked).toHaveLength(4)
    expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('a Module that was approved is asked about again where an edit lets it do something else, and only there', async () => {
    const ran: number[] = []
    const enter = {
      type: 'object',
      description: 'Enters.',
      properties: { _module: { const: 'idea://inner' }, _approval: { const: 'required' }, n: { type: 'integer' } },
    }
    const work = { type: 'object', description: 'Works.', properties: { n: { type: 'integer' } } }
    const inner = (text: string): JsonObject => ({
      context: [
        { type: 'text', text },
        { type: 'tool', tool: { work } },
      ],
    })
    const world = createTestWorld({
      ideas: {
        outer: {
          context: [
            { type: 'text', text: 'Outer.' },
            { type: 'tool', tool: { enter } },
          ],
        },
        inner: inner('Inner. One.'),
      },
      activities: { work: ({ n }: { n: number }) => (ran.push(n), n) },
      script: ({ messages }) => {
        const seen = JSON.stringify(messages)
        if (seen.includes('result')) return { calls: [], output: 'done' }
        if (!seen.includes('Inner.')) return { calls: [{ _tool: 'enter', n: 1 }], output: null }
        return { calls: [{ _tool: 'work', n: seen.includes('Two.') ? 2 : 1 }], output: null }
      },
    })
    const { id } = await world.run()
    const [asked] = world.executor.approvals()
    await world.executor.decide(id, asked?.callId ?? '', { decision: 'approve', by: 'a person' })
    expect((await world.executor.settled(id)).status).toBe('completed')
    const at = (await world.journal.read(id)).length
    const key = 'request/0/call/0/request/0/call/0'
    for (const [edit, status] of [
      [{ type: 'idea', address: 'idea://inner', content: inner('Inner. Two.') }, 'waiting'],
      [{ type: 'call', key, parameters: { n: 3 } }, 'waiting'],
      [{ type: 'model', model: 'scripted' }, 'waiting'],
      [{ type: 'idea', address: 'idea://other', content: inner('Other.') }, 'completed'],
      [{ type: 'answer', key: 'request/1', solution: { calls: [], output: 'other' } }, 'completed'],
      [undefined, 'completed'],
    ] as const) {
      const fork = await world.executor.fork(id, { at, ...(edit && { edit }) })
      expect([edit, (await world.executor.settled(fork.id)).status]).toEqual([edit, status])
      expect(ran).toEqual([1])
      if (status === 'waiting') await world.executor.cancel(fork.id, 'a person')
    }
  })

  test('an Idea’s new content refers to shared Tools as its file could, those that it did not name before too', async () => {
    const content = (shared: string): JsonObject => ({
      context: [
        { type: 'text', text: 'Use it.' },
        { type: 'tool', tool: { helper: { $ref: `tool://${shared}` } } },
      ],
    })
    const world = createTestWorld({
      ideas: { lead: { context: [{ type: 'text', text: 'Lead.' }] } },
      tools: {
        helper: { type: 'object', description: 'Helps.', properties: { n: { type: 'integer' } } },
        broken: { type: 'object', description: 'Breaks.', properties: { _modul: { const: 'x' } } },
      },
      activities: { helper: ({ n }: { n: number }) => n + 1 },
      script: ({ messages }) => {
        const seen = JSON.stringify(messages)
        if (!seen.includes('Use it.') || seen.includes('result')) return { calls: [], output: 'done' }
        return { calls: [{ _tool: 'helper', n: 1 }], output: null }
      },
    })
    const { id } = await world.run()
    const edited = (shared: string) => ({ type: 'idea', address: 'idea://lead', content: content(shared) }) as const
    const fork = await world.executor.fork(id, { at: 1, edit: edited('helper') })
    expect((await world.executor.settled(fork.id)).status).toBe('completed')
    const called = (await world.journal.read(fork.id)).find(({ type }) => type === 'call.completed')
    expect(called).toMatchObject({ data: { result: 2 } })
    expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
    for (const name of ['broken', 'missing'])
      await expect(world.executor.fork(id, { at: 1, edit: edited(name) })).rejects.toMatchObject({
        code: 'fork.idea',
        message: expect.stringContaining(`tool://${name}, which is not in the workspace or cannot be read`),
        options: { errors: [{ path: '/context/1/tool/helper' }] },
      })
  })

  test('the source may be deleted and the fork replays all the same', async () => {
    const { world } = createWorld()
    const { id, events } = await world.run()
    const fork = await world.executor.fork(id, { at: events.length })
    await world.executor.settled(fork.id)
    await world.journal.runs.remove(id)
    expect(await world.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('a point or a key that does not exist is refused in one sentence', async () => {
    const { world } = createWorld()
    const { id } = await world.run()
    await expect(world.executor.fork(id, { at: 999 })).rejects.toMatchObject({ code: 'fork.at' })
    await expect(
      world.executor.fork(id, { at: 1, edit: { type: 'result', key: 'request/9', result: 1 } }),
    ).rejects.toMatchObject({ code: 'fork.key' })
    expect(typesOf(await world.journal.read(id))[0]).toBe('#run.created')
  })

  test('an edit of what its place has not is refused, rather than taken and passed over', async () => {
    const { world } = createWorld()
    const { id } = await world.run()
    const refused = (edit: ForkEdit, code: string, message: string): Promise<void> =>
      expect(world.executor.fork(id, { at: 1, edit })).rejects.toMatchObject({ code, message })
    const none = "Only a Call has parameters and a result. request/0 isn't a Call."
    await refused({ type: 'result', key: 'request/0', result: 1 }, 'fork.key', none)
    await refused({ type: 'call', key: 'request/0#request.completed', parameters: {} }, 'fork.key', none)
    const answerless = "Only a Request has an answer. request/0/call/0 isn't a Request."
    await refused({ type: 'answer', key: 'request/0/call/0', raw: 'x' }, 'fork.key', answerless)
    const unfit = 'The input does not fit idea://work: the value must be an object; got "x".'
    await refused({ type: 'input', input: 'x' }, 'input.invalid', unfit)
    expect((await world.journal.runs.list({})).items).toHaveLength(1)
  })
})

test('content given at the start replaces a file for that Run alone, in Modules too', async () => {
  const world = createTestWorld({
    ideas: {
      root: {
        context: [
          { type: 'text', text: 'Ask.' },
          { type: 'tool', tool: { think: { type: 'object', description: 'x', _module: 'idea://thinker' } } },
        ],
      },
      thinker: { context: [{ type: 'text', text: 'As the file says.' }] },
    },
    script: (body) => {
      const [first] = body.messages
      if (first?.content !== 'Ask.') return String(first?.content)
      return body.messages.length > 1 ? { calls: [], output: 'done' } : { calls: [{ _tool: 'think' }], output: null }
    },
  })
  const saidBy = async (ideas?: { readonly [address: string]: Json }) => {
    const { id, events } = await world.run(undefined, ideas && { ideas })
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    return events.find((event) => event.type === 'module.left')?.data
  }
  expect(await saidBy()).toMatchObject({ output: 'As the file says.' })
  const other = { context: [{ type: 'text', text: 'As the variant says.' }] }
  expect(await saidBy({ 'idea://thinker': other })).toMatchObject({ output: 'As the variant says.' })
  expect(await saidBy()).toMatchObject({ output: 'As the file says.' })
  const plain = { context: [{ role: 'system', content: 'As the variant says, plainly.' }] }
  expect(await saidBy({ 'idea://thinker': plain })).toMatchObject({ output: 'As the variant says, plainly.' })
  const broken = [{ context: [null] }, { context: [{ type: 'nope' }] }, { context: [], schema: 5 }]
  for (const content of [{}, ...broken])
    await expect(saidBy({ 'idea://thinker': content })).rejects.toMatchObject({ code: 'fork.idea' })
})

describe('A fork with another binding', () => {
  const double = {
    type: 'object',
    description: 'Doubles a number.',
    properties: { n: { type: 'integer' }, _output: { type: 'integer' } },
    required: ['n'],
  }
  const createBoundWorld = (tool: JsonObject = double, profile = {}) => {
    const ran: string[] = []
    const work = (name: string, by: number) => (call: { n: number }) => {
      ran.push(name)
      return call.n * by
    }
    const world = createTestWorld({
      ideas: {
        work: {
          context: [
            { type: 'input', schema: { type: 'object' }, input: {} },
            { type: 'tool', tool: { double: tool, other: double } },
          ],
          schema: answer,
        },
      },
      activities: { double: work('double', 2), triple: work('triple', 3), other: work('other', 1) },
      profile,
      script: (body) => {
        const isLatent = JSON.stringify(body).includes('"double","description":"Doubles a number. You fill')
        if (body.messages.length > 2) return { calls: [], output: { text: JSON.stringify(body.messages.at(-1)) } }
        const calls = [
          { _tool: 'double', n: 4, ...(isLatent && { _output: 9 }) },
          { _tool: 'other', n: 5 },
        ]
        return { calls, output: null }
      },
    })
    return { world, ran }
  }
  const settle = async (world: ReturnType<typeof createBoundWorld>['world'], id: string, edit: ForkEdit) => {
    const { seq } = (await world.journal.read(id)).at(-1) ?? { seq: 1 }
    const radius = await world.executor.blastRadius(id, { at: seq, edit })
    const fork = await world.executor.fork(id, { at: seq, edit })
    const run = await world.executor.settled(fork.id)
    return { radius, run, events: await world.journal.read(fork.id, { hydrate: true }) }
  }
  const resultOf = (events: readonly JournalEvent[]) =>
    events.flatMap((event) =>
      event.type === 'call.completed' && event.span.endsWith('call/0') ? [event.data.result] : [],
    )

  test('runs the Tool by another Activity on the recorded Calls, asks nothing again for them, and replays', async () => {
    const { world, ran } = createBoundWorld()
    const { id } = await world.run()
    expect(ran).toEqual(['double', 'other'])
    ran.length = 0
    const edit = { type: 'binding', tool: 'double', activity: 'triple' } as const
    const { radius, run, events } = await settle(world, id, edit)
    expect(radius.kept).toEqual(['request/0#request.completed', 'request/0/call/1#call.completed'])
    expect([run.status, ran, resultOf(events)]).toEqual(['completed', ['triple'], [12]])
    expect(events[0]).toMatchObject({ data: { bindings: { double: 'triple' }, fork: { edit } } })
    expect(await world.executor.replay(run.id)).toEqual({ identical: true })
    // A fork of the fork goes back, and what the first Run did is found in neither.
    const back = await settle(world, run.id, { type: 'binding', tool: 'work/double', activity: 'double' })
    expect([ran, resultOf(back.events)]).toEqual([['triple', 'double'], [8]])
    expect(await world.executor.replay(back.run.id)).toEqual({ identical: true })
  })

  test('to latent asks again: the model has to fill what an Activity returned', async () => {
    const { world, ran } = createBoundWorld()
    const { id } = await world.run()
    ran.length = 0
    const { radius, events } = await settle(world, id, { type: 'binding', tool: 'double', activity: '' })
    expect(radius.reruns).toContain('request/0#request.completed')
    expect(ran).toEqual([])
    expect(events.find(({ type }) => type === 'request.started')).toMatchObject({
      data: {
        tools: [
          { name: 'double', mode: 'latent' },
          { name: 'other', mode: 'explicit' },
        ],
      },
    })
  })

  test('from latent keeps the answer, whose output becomes a prediction', async () => {
    const { world, ran } = createBoundWorld(double, { tools: { double: { ideas: { work: '' } } } })
    const { id, events } = await world.run()
    const asked = world.model.asked.length
    expect(events[0]).toMatchObject({ data: { bindings: { 'work/double': '' } } })
    ran.length = 0
    const fork = await settle(world, id, { type: 'binding', tool: 'double', activity: 'triple' })
    expect([ran, resultOf(fork.events)]).toEqual([['triple'], [12]])
    expect(world.model.asked.length - asked).toBe(1)
    expect(await world.executor.replay(fork.run.id)).toEqual({ identical: true })
  })

  test('refuses a Tool the run never had, an unknown Activity, and a Tool that names its own', async () => {
    const { world } = createBoundWorld({
      ...double,
      properties: { ...double.properties, _activity: { const: 'double' } },
    })
    const { id } = await world.run()
    for (const [tool, activity, message] of [
      ['nothing', 'triple', 'No Request of the run had a Tool nothing'],
      ['elsewhere/other', 'triple', 'of the Idea elsewhere'],
      ['other', 'quadruple', 'There is no Activity called quadruple'],
      ['double', 'triple', 'names its Activity itself'],
    ] as const)
      await expect(world.executor.fork(id, { at: 1, edit: { type: 'binding', tool, activity } })).rejects.toMatchObject(
        {
          code: 'fork.binding',
          message: expect.stringContaining(message),
        },
      )
  })
})
