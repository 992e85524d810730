import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { createTraceLog, wholeState } from '../../trace.ts'
import { tool } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES, type TestWire } from '../../../testing/test-wires.ts'

type SaidCall = readonly [tool: string, parameters: JsonObject]

/** `make` gives its `n` after as many steps as `after` says and writes it; `read` gives back what it got. */
const TOOLS = {
  make: tool({ n: {}, after: { type: 'integer' }, _outputPath: { type: 'string' } }),
  fail: tool({ _outputPath: { type: 'string' } }),
  read: tool({ it: { type: 'integer' }, text: { type: 'string' } }),
}

interface Turns {
  /** The outcome of each Call, in order: its result, or the code of its error. */
  readonly ends: readonly Json[]
  readonly errors: readonly string[]
  readonly state: Json
  /** The model's view, Request by Request. */
  readonly asked: readonly string[]
  readonly events: readonly JournalEvent[]
}

/** The Calls of each turn, on one wire; the state as the last Request showed it. */
async function play(
  wire: TestWire,
  turns: readonly (readonly SaidCall[])[],
  state: object = { type: 'state', state: {} },
) {
  const world = createTestWorld({
    ideas: {
      a: {
        context: [
          { type: 'text', text: 'Work.' },
          state,
          { type: 'input', input: { given: 3 } },
          { type: 'tool', tool: TOOLS },
        ],
        schema: { type: 'object', properties: { text: { type: 'string' } } },
      },
    },
    activities: {
      make: async ({ n, after = 0 }: { n: Json; after?: number }) => {
        for (let step = 0; step < after; step++) await new Promise(setImmediate)
        return n
      },
      fail() {
        throw new Error('no')
      },
      read: ({ it, text }: { it?: Json; text?: Json }) => it ?? text ?? null,
    },
    capabilities: capabilitiesOf(wire),
    script: (_, count) => ({
      pieces: sayOn(wire, count < turns.length ? { calls: turns[count] ?? [] } : { output: { text: 'done' } }),
    }),
  })
  const { id, status, events } = await world.run()
  expect([status, await world.executor.replay(id)]).toEqual(['completed', { identical: true }])
  const ends = new Map<string, Json>()
  const errors: string[] = []
  for (const event of events) {
    if (event.type === 'call.completed') ends.set(event.span, event.data.result as Json) // hydrated
    if (event.type === 'call.rejected' || event.type === 'call.failed') {
      ends.set(event.span, event.data.error.code)
      errors.push(event.data.error.message)
    }
  }
  const shown = JSON.stringify(world.model.asked.at(-1)?.messages).replaceAll('\\"', '"')
  const found = /# state.*?value: (\{.*?\})(?:\\n|"\})/s.exec(shown)?.[1] ?? 'null'
  const made: Turns = {
    ends: [...ends]
      .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
      .map(([, end]) => end),
    errors,
    state: JSON.parse(found) as Json,
    asked: world.model.asked.map(({ messages }) => JSON.stringify(messages)),
    events,
  }
  return made
}

const make = (n: Json, path: string, after = 0): SaidCall => ['make', { n, after, _outputPath: path }]
const read = (it: Json): SaidCall => ['read', { it }]
const fail = (path: string): SaidCall => ['fail', { _outputPath: path }]

describe.each(TEST_WIRES)('References within one turn, on %s', (wire) => {
  const ends = async (...calls: readonly SaidCall[]): Promise<readonly Json[]> => (await play(wire, [calls])).ends

  test('wait for the Call that writes them, at any place and however long it takes', async () => {
    expect(await ends(read('†state.a'), make(1, '†state.a', 5))).toEqual([1, 1])
    expect(await ends(read('†state.a.b'), make({ b: 2 }, '†state.a'))).toEqual([2, { b: 2 }])
    expect(await ends(read('†input.given'), make(1, '†state.a'))).toEqual([3, 1])
  })

  test('with || read the first that exists, in the order that is written, never the first that is ready', async () => {
    expect(await ends(make(1, '†state.a', 9), make(2, '†state.b'), read('†state.a || †state.b'))).toEqual([1, 2, 1])
    expect(await ends(make(2, '†state.b'), read('†state.a || †state.b'))).toEqual([2, 2])
    expect(await ends(fail('†state.a'), make(2, '†state.b'), read('†state.a || †state.b'))).toEqual([
      'activity.failed',
      2,
      2,
    ])
    expect(await ends(read('†state.a || †state.b'))).toEqual(['reference.missing'])
  })

  test('with && wait for all and read the last', async () => {
    expect(await ends(read('†state.a && †state.b'), make(1, '†state.a', 9), make(2, '†state.b'))).toEqual([2, 1, 2])
    expect(await ends(read('†state.a && †state.b'), make(2, '†state.b'))).toEqual(['reference.missing', 2])
  })

  test('are refused with the name of the writer that failed, or with the paths that exist', async () => {
    const broken = await play(wire, [[read('†state.a'), fail('†state.a')]])
    expect(broken.ends).toEqual(['reference.failed', 'activity.failed'])
    expect(broken.errors.join(' ')).toContain('Call to fail')
    const missing = await play(wire, [[make(1, '†state.known')], [read('†state.unknown')]])
    expect(missing.ends).toEqual([1, 'reference.missing'])
    expect(missing.errors.join(' ')).toMatch(/†state\.known.*†input\.given/)
  })

  test('with values that don’t fit are refused by name, and the Call’s own future writes don’t exist', async () => {
    const { errors } = await play(wire, [
      [
        make('text', '†state.a'),
        read('†state.a'),
        ['make', { n: '†state.own', _outputPath: '†state.own' }],
        read(`†state.${'x'.repeat(100_000)}`),
      ],
    ])
    expect(errors).toHaveLength(3)
    const told = errors.join('\n')
    expect(told).toContain('must be an integer; got "text". That is the value of †state.a.')
    expect(told).toContain('†state.own does not exist before this Call itself writes it.')
    expect(told).toMatch(/^†state.x{73}… does not exist and no Call/m)
  })

  test('that wait for each other are a cycle, through || and && as well', async () => {
    const waits = (it: string, path: string): SaidCall => ['make', { n: it, _outputPath: path }]
    expect(await ends(waits('†state.b', '†state.a'), waits('†state.a', '†state.b'))).toEqual([
      'reference.cycle',
      'reference.cycle',
    ])
    expect(
      await ends(
        waits('†state.b && †input.given', '†state.a'),
        waits('†state.c || †state.d', '†state.b'),
        waits('†state.a', '†state.c'),
      ),
    ).toEqual(['reference.cycle', 'reference.cycle', 'reference.cycle'])
    expect(await ends(waits('†state.a', '†state.a'))).toEqual(['reference.missing'])
  })

  test('never wait for another turn, and never reach a prototype', async () => {
    const late = await play(wire, [[read('†state.a')], [make(1, '†state.a')], [read('†state.a')]])
    expect(late.ends).toEqual(['reference.missing', 1, 1])
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString'])
      expect(await ends(read(`†state.${name}`))).toEqual([
        name === 'toString' ? 'reference.missing' : 'arguments.invalid',
      ])
    expect((await ends(make(1, '†state.__proto__.x')))[0]).toBe('meta.forged')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('are whole strings: a doubled dagger is a literal one', async () => {
    expect(await ends(['read', { text: '††state.a' }], ['read', { text: 'see †state.a' }])).toEqual([
      '†state.a',
      'see †state.a',
    ])
  })
})

describe.each(TEST_WIRES)('Output paths, on %s', (wire) => {
  test('with && write to all, with || to the first whose schema accepts the result', async () => {
    const both = await play(wire, [[make(1, '†state.a && †state.b.c')]])
    expect(both.state).toEqual({ a: 1, b: { c: 1 } })
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } }
    const fitting = await play(wire, [[make(1, '†state.a || †state.b')]], { type: 'state', schema, state: {} })
    expect(fitting.state).toEqual({ b: 1 })
  })

  test('without an alternative for the result leave the state alone, and the model learns it with the result', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } } }
    const state = { type: 'state', schema, state: {} }
    const { ends, asked, ...played } = await play(
      wire,
      [[make(7, '†state.a || †state.b'), make('x', '†state.a')]],
      state,
    )
    expect([ends, played.state]).toEqual([[7, 'x'], { a: 'x' }])
    const [, second = ''] = asked
    expect(second).toContain('The result of call 1, of make, was not written to the state')
    expect(second).toContain('no schema of †state.a || †state.b accepts it')
    expect(second.split('was not written')).toHaveLength(2)
  })

  test('that meet: the later in the order of Calls wins, whichever ended first, and the record shows both', async () => {
    const { state, events, ends } = await play(wire, [
      [make(1, '†state.a', 9), make(2, '†state.a'), read('†state.a')],
      [read('†state.a')],
    ])
    // Who waits sees the writer it waited for; the turn ends with the later one.
    expect(ends).toEqual([1, 2, 1, 2])
    expect(state).toEqual({ a: 2 })
    const written = events.flatMap((event) => (event.type === 'state.written' ? [[event.span, event.data.after]] : []))
    expect(written.length).toBeGreaterThan(2)
    expect(written.at(-1)).toEqual(['request/0/call/1', 2])
  })

  test.each([
    [[make('flat', '†state.a', 9), make(2, '†state.a.b')], { a: { b: 2 } }],
    [[make(2, '†state.a.b', 9), make('flat', '†state.a')], { a: 'flat' }],
  ])(
    'one through the other meet as well: the later of %j wins, and the Trace tells the same',
    async (calls, expected) => {
      const { state, events } = await play(wire, [calls])
      expect(state).toEqual(expected)
      expect(wholeState(createTraceLog(events), '', events.length, () => [])).toEqual(expected)
    },
  )
})

describe('What a Call is given for a reference', () => {
  const played = async (context: readonly object[], properties: object, call: object) => {
    const given: unknown[] = []
    const world = createTestWorld({
      ideas: { a: { context: [...context, { type: 'tool', tool: { take: tool(properties) } }] } },
      activities: { take: ({ it }: { it: unknown }) => (given.push(it), null) },
      script: (_, count) =>
        count === 0 ? { calls: [{ _tool: 'take', ...call }], output: null } : { calls: [], output: 'done' },
    })
    const { id } = await world.run()
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    return given
  }

  test('is the input that all instances share, where its own has none', async () => {
    const worlds = ['one', 'two'].map((_instance) => ({ type: 'state', state: {}, _instance }))
    const shared = { type: 'input', input: { mood: 'calm', pace: 'slow' } }
    const own = { type: 'input', input: { mood: 'wild' }, _instance: 'two' }
    const given = (call: object) => played([shared, own, ...worlds], { it: { type: 'string' } }, call)
    expect(await given({ _instance: 'one', it: '†input.mood' })).toEqual(['calm'])
    expect(await given({ _instance: 'two', it: '†input.mood' })).toEqual(['wild'])
    expect(await given({ _instance: 'two', it: '†input.pace' })).toEqual(['slow'])
  })

  test('holds no null that its schema refuses, as nothing that a model writes does', async () => {
    const song = { type: 'object', properties: { title: { type: 'string' }, tempo: { type: 'number' } } }
    const state = { type: 'state', state: { song: { title: 'x', tempo: null } } }
    expect(await played([state], { it: song }, { it: '†state.song' })).toEqual([{ title: 'x' }])
    const enter = tool({ it: song, _module: { const: 'idea://inner' } })
    const world = createTestWorld({
      ideas: { a: { context: [state, { type: 'tool', tool: { enter } }] }, inner: { context: [] } },
      script: (_, count) => (count === 0 ? { calls: [{ _tool: 'enter', it: '†state.song' }], output: null } : 'done'),
    })
    expect((await world.run()).status).toBe('completed')
    expect(JSON.stringify(world.model.asked[1]?.messages)).toContain(String.raw`{\"it\":{\"title\":\"x\"}}`)
  })
})
