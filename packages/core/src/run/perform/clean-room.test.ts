import { describe, expect, test } from 'vitest'
import type { ActivityContext } from '../../activity/activity.ts'
import type { ChatBody } from '../../model/model.ts'
import type { JournalEvent } from '../../journal/events.ts'
import type { JsonObject } from '../../schema/json.ts'
import { createTraceLog, wholeState } from '../../trace.ts'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld, type TestOptions } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES, type Meant, type TestWire } from '../../../testing/test-wires.ts'

const DONE: Meant = { output: { text: 'done' } }
const idea = (name: string, tools: object, ...messages: readonly object[]) => ({
  context: [{ type: 'text', text: `I am ${name}.` }, ...messages, { type: 'tool', tool: tools }],
  schema: answer,
})
/** Each Idea's text in each of its turns; done after that. */
type Says = { readonly [idea: string]: readonly Meant[] }

function worldOf(wire: TestWire, says: Says, options: Omit<TestOptions, 'script'>) {
  const turns = new Map<string, number>()
  return createTestWorld({
    ...options,
    capabilities: capabilitiesOf(wire),
    script: (body) => {
      const name = /I am (\w+)\./.exec(JSON.stringify(body.messages))?.[1] ?? ''
      const turn = turns.get(name) ?? 0
      turns.set(name, turn + 1)
      return { pieces: sayOn(wire, says[name]?.[turn] ?? DONE) }
    },
  })
}
const textOf = (body: ChatBody | undefined): string => JSON.stringify(body?.messages)
const errorsOf = (events: readonly JournalEvent[]) =>
  events.flatMap((event) =>
    event.type === 'call.failed' || event.type === 'call.rejected' ? [[event.span, event.data.error.code]] : [],
  )

describe.each(TEST_WIRES)('A Module, on %s', (wire) => {
  const enter = tool({ melody: {}, mood: {}, _module: { const: 'idea://inner' }, _imports: { const: ['state'] } })
  const state = { type: 'state', state: { kept: 1, melody: 'C'.repeat(5000) } }

  test('writes its own state, of which its caller sees the output alone', async () => {
    const inner = idea('inner', { make: tool({ _outputPath: { const: '†state.kept' } }), read: tool({ it: {} }) })
    const world = worldOf(
      wire,
      {
        outer: [{ calls: [['enter', {}]] }, { calls: [['read', { it: '†state.kept' }]] }],
        inner: [{ calls: [['make', {}]] }, { calls: [['read', { it: '†state.kept' }]] }],
      },
      {
        ideas: { outer: idea('outer', { enter, read: tool({ it: { type: 'integer' } }) }, state), inner },
        activities: { make: () => 2, read: ({ it }: { it: number }) => it },
      },
    )
    const { id, status, events } = await world.run()
    const read = events.flatMap((event) =>
      event.type === 'call.completed' && typeof event.data.result === 'number' ? [[event.span, event.data.result]] : [],
    )
    expect([status, read]).toEqual([
      'completed',
      [
        ['request/0/call/0/request/0/call/0', 2],
        ['request/0/call/0/request/1/call/0', 2],
        ['request/1/call/0', 1],
      ],
    ])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('imports the state as its turn began, with what its Call waited for; the Trace tells the same', async () => {
    const make = tool({ n: { type: 'integer' }, _outputPath: { type: 'string' } })
    const look = tool({ it: { type: 'integer' } })
    const made = (n: number, path: string): readonly [string, JsonObject] => ['make', { n, _outputPath: path }]
    const seen: unknown[] = []
    const world = worldOf(
      wire,
      {
        outer: [
          {
            calls: [
              made(1, '†state.kept'),
              made(2, '†state.song.a'),
              made(3, '†state.song.a'),
              made(4, '†state.other'),
              ['enter', { mood: '†state.song.a' }],
              ['look', { it: '†state.song.a' }],
            ],
          },
        ],
      },
      {
        ideas: {
          outer: idea('outer', { enter, make, look }, { type: 'state', state: { kept: 0 } }),
          inner: idea('inner', {}),
        },
        activities: {
          make: ({ n }: { n: number }) => n,
          look: (_: unknown, { state }: ActivityContext) => seen.push(state),
        },
      },
    )
    const { id, status, events } = await world.run()
    expect([status, await world.executor.replay(id)]).toEqual(['completed', { identical: true }])
    const [inner = ''] = world.model.asked.map(textOf).filter((text) => text.includes('I am inner'))
    const expected = { kept: 0, song: { a: 2 } }
    expect(inner.replaceAll('\\"', '"')).toContain(`value: ${JSON.stringify(expected)}`)
    expect(seen).toEqual([expected])
    const [created] = events
    const outer = created?.type === 'run.created' ? created.data.pins['idea://outer'] : undefined
    const contextOf = (hash: string) => (hash === outer ? [{ type: 'state' as const, state: { kept: 0 } }] : [])
    expect(wholeState(createTraceLog(events), 'request/0/call/4', events.length, contextOf)).toEqual(expected)
  })

  test('sees what earlier Calls of its turn write where it imports, and waits for no later one; the Trace tells the same', async () => {
    const make = tool({ n: { type: 'integer' }, _outputPath: { type: 'string' } })
    const named = {
      ...enter.properties,
      _imports: { const: ['state:players', 'state:late', 'state:lost', 'state:kept'] },
    }
    const made = (n: number, path: string): readonly [string, JsonObject] => ['make', { n, _outputPath: path }]
    const begin = { type: 'state' as const, state: { kept: 0 } }
    const world = worldOf(
      wire,
      {
        outer: [
          {
            calls: [
              made(1, '†state.players.lead'),
              made(2, '†state.players.bass'),
              made(3, '†state.kept'),
              made(4, '†state.other'),
              ['fail', { _outputPath: '†state.lost' }],
              ['enter', {}],
              made(5, '†state.late'),
            ],
          },
        ],
      },
      {
        ideas: {
          outer: idea('outer', { enter: tool(named), make, fail: make }, begin),
          inner: idea('inner', {}),
        },
        activities: {
          make: async ({ n }: { n: number }) => {
            for (let step = 0; step < 5 - n; step++) await new Promise(setImmediate)
            return n
          },
          fail() {
            throw new Error('no')
          },
        },
      },
    )
    const { id, status, events } = await world.run()
    expect([status, await world.executor.replay(id)]).toEqual(['completed', { identical: true }])
    const [inner = ''] = world.model.asked.map(textOf).filter((text) => text.includes('I am inner'))
    const expected = { players: { lead: 1, bass: 2 }, kept: 0 }
    expect(inner.replaceAll('\\"', '"')).toContain(`value: ${JSON.stringify(expected)}`)
    const entered = events.find(({ type }) => type === 'module.entered')?.data
    expect(entered).toMatchObject({ awaited: ['state:players'] })
    const [created] = events
    const outer = created?.type === 'run.created' ? created.data.pins['idea://outer'] : undefined
    const contextOf = (hash: string) => (hash === outer ? [begin] : [])
    expect(wholeState(createTraceLog(events), 'request/0/call/5', events.length, contextOf)).toEqual(expected)
  })

  test('gets one sentence about its input that does not fit; it sees a large value as a reference and reads it whole', async () => {
    const input = {
      type: 'input',
      schema: { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] },
    }
    const lengths: number[] = []
    const world = worldOf(
      wire,
      {
        outer: [{ calls: [['enter', { melody: '†state.melody', mood: 3 }]] }],
        inner: [{ calls: [['play', { melody: '†input.melody' }]] }],
      },
      {
        ideas: {
          outer: idea(
            'outer',
            {
              enter: tool({
                melody: { type: 'string' },
                mood: { type: 'integer' },
                _module: { const: 'idea://inner' },
              }),
            },
            state,
          ),
          inner: idea('inner', { play: tool({ melody: { type: 'string' } }) }, input),
        },
        activities: { play: ({ melody }: { melody: string }) => lengths.push(melody.length) },
      },
    )
    expect((await world.run()).status).toBe('completed')
    const shown = textOf(world.model.asked[1]).replaceAll('\\"', '"')
    expect(shown.match(/does not fit the expected schema/g)).toHaveLength(1)
    expect(shown).toContain('"mood" must be a string; got 3')
    expect(shown).toContain('"ref":"†input.melody","type":"string","bytes":5002')
    expect(shown).not.toContain('C'.repeat(1000))
    expect(lengths).toEqual([5000])
  })

  test('whose output does not fit what the Tool declares is an error for the caller’s model', async () => {
    const strict = tool({ _module: { const: 'idea://inner' }, _output: { type: 'object', required: ['score'] } })
    const world = worldOf(
      wire,
      { outer: [{ calls: [['enter', {}]] }] },
      { ideas: { outer: idea('outer', { enter: strict }), inner: idea('inner', {}) } },
    )
    const { status, events } = await world.run()
    expect([status, errorsOf(events)]).toEqual(['completed', [['request/0/call/0', 'output.invalid']]])
    expect(textOf(world.model.asked[2])).toContain('output.invalid')
  })

  test('whose work an Activity does gives it what is imported and nothing else of the caller', async () => {
    const seen: unknown[] = []
    const look = (_: unknown, { imports, state }: Pick<ActivityContext, 'imports' | 'state'>) => {
      seen.push({ imports, state })
      return { text: 'done' }
    }
    const whole = { type: 'state', state: { kept: 1, song: { key: 'Am', bars: 8 } } }
    const tools = {
      bound: tool({ _module: { const: 'idea://inner' } }),
      empty: tool({ _module: { const: 'anonymous' } }),
      part: tool({ _module: { const: 'anonymous' }, _imports: { const: ['state:song.key'] } }),
      own: tool({}),
    }
    const calls = (['bound', 'empty', 'part', 'own'] as const).map((name) => [name, {}] as const)
    const world = worldOf(
      wire,
      { outer: [{ calls }, DONE] },
      {
        ideas: { outer: idea('outer', tools, whole), inner: idea('inner', {}) },
        profile: { tools: { bound: 'look' } },
        activities: { look, empty: look, part: look, own: look },
      },
    )
    const { id, status } = await world.run()
    expect(status).toBe('completed')
    const part = { song: { key: 'Am' } }
    expect(seen).toEqual([
      { imports: {}, state: {} },
      { imports: {}, state: {} },
      { imports: { state: part }, state: part },
      { imports: {}, state: whole.state },
    ])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('that fails or is missing is an error for the caller’s model, and the Run continues', async () => {
    const choose = tool({ _module: { enum: ['idea://inner', 'idea://gone'] } })
    const calls: Meant['calls'] = ['inner', 'gone'].map((name) => ['enter', { _module: `idea://${name}` }] as const)
    const world = worldOf(
      wire,
      { outer: [{ calls }] },
      { ideas: { outer: idea('outer', { enter: choose }), inner: idea('inner', {}) } },
    )
    world.model.ask = failingFor('inner', world.model.ask)
    const { status, events } = await world.run()
    expect(status).toBe('completed')
    expect(errorsOf(events).toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['request/0/call/0', 'module.failed'],
      ['request/0/call/1', 'module.unresolved'],
    ])
  })
})

/** The endpoint refuses whatever this Idea asks. */
const failingFor =
  (name: string, ask: ReturnType<typeof createTestWorld>['model']['ask']) =>
  (...args: Parameters<typeof ask>): ReturnType<typeof ask> =>
    JSON.stringify(args[0].messages).includes(`I am ${name}.`) ? refusing() : ask(...args)
async function* refusing(): AsyncGenerator<never> {
  yield* []
  throw new Error('no')
}

describe.each(TEST_WIRES)('A Call that waits for a person, on %s', (wire) => {
  test('holds back its Loop’s next Request, never its siblings; the Run waits only when every branch does', async () => {
    let goOn = (): void => {}
    const slow = new Promise<void>((resolve) => (goOn = resolve))
    const guarded = tool({ n: { type: 'integer' }, _approval: { const: 'required' } })
    const world = worldOf(
      wire,
      {
        outer: [
          {
            calls: [
              ['guard', { n: 1 }],
              ['work', {}],
              ['enter', {}],
            ],
          },
        ],
        inner: [{ calls: [['look', {}]] }, { calls: [['look', {}]] }],
      },
      {
        ideas: {
          outer: idea('outer', { guard: guarded, work: tool({}), enter: tool({ _module: { const: 'idea://inner' } }) }),
          inner: idea('inner', { look: tool({}) }),
        },
        activities: { guard: () => 'opened', work: () => slow.then(() => 'worked'), look: () => 'seen' },
      },
    )
    const { id } = await world.executor.start({ idea: 'outer' })
    await expect.poll(() => world.executor.approvals().length > 0 && world.model.asked.length === 4).toBe(true)
    // The Module took all its turns during the waiting Call; the other sibling is still at work.
    for (let pause = 0; pause < 20; pause++) await new Promise(setImmediate)
    expect((await world.journal.runs.get(id))?.status).toBe('running')
    goOn()
    expect((await world.executor.settled(id)).status).toBe('waiting')
    expect(world.model.asked).toHaveLength(4)
    const [open] = world.executor.approvals()
    await world.executor.decide(id, open?.callId ?? '', { decision: 'approve', by: 'a person' })
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(world.model.asked).toHaveLength(5)
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})
