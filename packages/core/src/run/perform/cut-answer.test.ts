import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import { ModelError, type ChatBody, type ModelDelta } from '../../model/model.ts'
import { createTestWorld, resumeIn, type Scripted } from '../../../testing/test-run.ts'

type Wire = 'structured' | 'tools'
const tool = (more: object = {}) => ({
  type: 'object',
  description: 'Does it.',
  properties: { n: { type: 'integer' } },
  ...more,
})
const ideas = {
  one: {
    context: [
      { type: 'text', text: 'Do it.' },
      { type: 'state', state: {} },
      {
        type: 'tool',
        tool: {
          look: tool(),
          pay: tool({ _idempotent: false, _outputPath: '†state.paid' }),
          erase: tool({ _approval: 'required' }),
        },
      },
    ],
    schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
}
type CallsOnWire = readonly (readonly [tool: string, args: string])[]
const CALLS: CallsOnWire = [
  ['look', '{"n":1}'],
  ['pay', '{"n":2}'],
  ['erase', '{"n":3}'],
  ['look', '{"n":"†state.paid"}'],
]

/** The Calls as each wire streams them, the last one left open. */
const callsOn = (wire: Wire, made = CALLS): readonly ModelDelta[] =>
  wire === 'structured'
    ? [
        { type: 'text', text: '{"calls":[' },
        ...made.map(([name, args]): ModelDelta => ({
          type: 'text',
          text: `{"_tool":"${name}",${args.slice(1)},`,
        })),
        { type: 'text', text: '{"_tool":"look","n"' },
      ]
    : [...made, ['look', '{"n"'] as const].map(([name, argumentsDelta], index): ModelDelta => ({
        type: 'call',
        index,
        id: `id${index}`,
        name,
        argumentsDelta,
      }))
const doneOn = (wire: Wire): Scripted => ({
  pieces: [
    { type: 'text', text: wire === 'structured' ? '{"calls":[],"output":{"text":"done"}}' : '{"text":"done"}' },
    { type: 'finish', reason: 'stop' },
  ],
})

/** How an answer breaks after its Calls: the further pieces, or what is thrown in their place. */
const BREAKS: { readonly [title: string]: readonly ModelDelta[] | Error } = {
  'its stream stops': [],
  'the connection is reset': new ModelError('model.cut', 'The connection broke.', { retryable: true }),
  'it stalls': new ModelError('model.stalled', 'Nothing for 60 s.', { retryable: true }),
  'it is refused': [
    { type: 'refusal', text: 'No.' },
    { type: 'finish', reason: 'stop' },
  ],
  'it reaches the token limit': [{ type: 'finish', reason: 'length' }],
  'a filter withholds it': [{ type: 'finish', reason: 'content_filter' }],
}

/** A world whose model breaks its first answer off and is done with the second. */
function cutWorld(wire: Wire, broken: readonly ModelDelta[] | Error, calls = callsOn(wire)) {
  const ran: unknown[] = []
  const run = (name: string) => async (call: { n: number }) => {
    ran.push([name, call.n])
    await new Promise(setImmediate)
    return call.n
  }
  const world = createTestWorld({
    ideas,
    activities: { look: run('look'), pay: run('pay'), erase: run('erase') },
    capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
    script: () => ({ pieces: [] }),
  })
  const bodies: ChatBody[] = []
  world.model.ask = async function* (body) {
    bodies.push(body)
    if (bodies.length > 1) {
      const done = doneOn(wire)
      if (typeof done === 'object' && 'pieces' in done) yield* done.pieces
      return
    }
    yield* calls
    if (broken instanceof Error) throw broken
    yield* broken
  }
  return { world, ran, bodies }
}

async function cut(...how: Parameters<typeof cutWorld>) {
  const { world, ...seen } = cutWorld(...how)
  const ended = await world.run()
  return { ...ended, ...seen, replay: await world.executor.replay(ended.id) }
}
const ofType = <T extends JournalEvent['type']>(events: readonly JournalEvent[], type: T) =>
  events.filter((event): event is JournalEvent & { readonly type: T } => event.type === type)

describe.each(['structured', 'tools'] as const)('An answer that is cut after its first Call, on %s', (wire) => {
  test.each(Object.entries(BREAKS))(
    '%s: what can be repeated runs to its end, what cannot never starts',
    async (_, how) => {
      const { status, output, ran, bodies, events, replay } = await cut(wire, how)
      expect({ status, output, replay }).toEqual({
        status: 'completed',
        output: { text: 'done' },
        replay: { identical: true },
      })
      expect(ran).toEqual([['look', 1]])
      expect(ofType(events, 'approval.requested')).toEqual([])
      expect(ofType(events, 'request.failed').map(({ span }) => span)).toEqual(['request/0'])
      expect(ofType(events, 'request.retried')).toEqual([])
      expect(ofType(events, 'call.rejected').map(({ span, data }) => [span, data.error.code])).toEqual([
        ['request/0/call/1', 'call.cancelled'],
        ['request/0/call/2', 'call.cancelled'],
        ['request/0/call/3', 'reference.failed'],
      ])
      // One error says that the answer was cut; the Calls that were not started say so themselves.
      const next = JSON.stringify(bodies[1]?.messages)
      expect(next.match(/answer\.cut/g)).toHaveLength(1)
      expect(next.match(/was not started/g)).toHaveLength(2)
    },
  )

  test('a Call that waits for another of it runs once that has ended, later than the cut', async () => {
    const two: CallsOnWire = [
      ['look', '{"n":1,"_outputPath":"†state.seen"}'],
      ['look', '{"n":"†state.seen"}'],
    ]
    const { ran, events, replay } = await cut(wire, [], callsOn(wire, two))
    expect([ran, ofType(events, 'call.rejected'), replay]).toEqual([
      [
        ['look', 1],
        ['look', 1],
      ],
      [],
      { identical: true },
    ])
  })

  test('a refused Call is not counted again after a restart, whatever was counted before it', async () => {
    const { world: by } = cutWorld(wire, [])
    const { events } = await by.run()
    const left = events.slice(
      0,
      events.findIndex(({ key }) => key === 'request/1#request.started'),
    )
    const [created] = left
    if (created?.type !== 'run.created') throw new Error('a record begins with its Run')
    // As many as had begun; between lives the Calls of several branches are counted in another order.
    const few = { ...created, data: { ...created.data, config: { limits: { calls: 1 } } } }
    const { world, bodies } = cutWorld(wire, [])
    bodies.length = 1
    const resumed = await resumeIn(world, { by, events: [few, ...left.slice(1)] })
    expect(ofType(resumed, 'limit.reached')).toEqual([])
    expect(resumed.at(-1)?.type).toBe('run.completed')
    expect(await world.executor.replay(created.run)).toEqual({ identical: true })
  })

  test('it draws from the budgets what was streamed, as an estimate', async () => {
    const { events } = await cut(wire, [])
    const [failed] = ofType(events, 'request.failed')
    expect(failed?.data.usage).toMatchObject({ estimated: true, reasoningTokens: 0 })
    expect(failed?.data.usage?.inputTokens).toBeGreaterThan(50)
    expect(failed?.data.usage?.outputTokens).toBeGreaterThan(8)
    const [ended] = ofType(events, 'run.completed')
    const { inputTokens = 0 } = ofType(events, 'request.completed')[0]?.data.usage ?? {}
    expect(ended?.data.usage).toMatchObject({
      requests: 2,
      inputTokens: inputTokens + (failed?.data.usage?.inputTokens ?? 0),
      estimated: true,
    })
  })

  test('what the endpoint counted before it broke is what it draws', async () => {
    const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 0, reasoningTokens: 0, estimated: false }
    const { events } = await cut(wire, [{ type: 'usage', usage }])
    expect(ofType(events, 'request.failed')[0]?.data.usage).toEqual(usage)
  })

  test('before its first Call it is asked for again, and what was lost is paid for, too', async () => {
    const { ran, bodies, events } = await cut(wire, [], [{ type: 'reasoning', text: 'x'.repeat(4000) }])
    expect([ran, bodies.length]).toEqual([[], 2])
    expect(ofType(events, 'request.retried')).toHaveLength(1)
    const usage = ofType(events, 'request.completed')[0]?.data.usage
    expect(usage).toMatchObject({ estimated: true, reasoningTokens: 1000 })
    expect(usage?.outputTokens).toBeGreaterThan(1000)
    const [ended] = ofType(events, 'run.completed')
    expect(ended?.data.usage).toMatchObject({ requests: 1, inputTokens: usage?.inputTokens })
  })
})

test('An endpoint that is not reached draws nothing', async () => {
  const away = new ModelError('model.unreachable', 'No route.', { retryable: false })
  const { events } = await cut('structured', away, [])
  expect(ofType(events, 'request.failed')[0]?.data.usage).toBeUndefined()
  expect(ofType(events, 'run.failed')[0]?.data.usage).toMatchObject({ requests: 0, inputTokens: 0 })
})

test.each(['structured', 'tools'] as const)(
  'An answer that was lost in a crash after its first Call starts nothing that cannot be undone, on %s',
  async (wire) => {
    const ran: unknown[] = []
    const options = {
      ideas,
      activities: { look: () => ran.push('look'), pay: () => ran.push('pay'), erase: () => ran.push('erase') },
      capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
    }
    const first = createTestWorld({
      ...options,
      script: (_, count) =>
        count === 0 ? { pieces: [...callsOn(wire), { type: 'finish', reason: 'length' }] } : doneOn(wire),
    })
    const { id, events } = await first.run()
    // The record as the crash leaves it: the proposed Calls, and nothing that came of them or of the answer.
    const left = events.filter(
      ({ type, span }) =>
        type === 'run.created' || type === 'call.proposed' || (type === 'request.started' && span === 'request/0'),
    )
    ran.length = 0
    const again = createTestWorld({ ...options, script: () => doneOn(wire) })
    const resumed = await resumeIn(again, { by: first, events: left })
    const run = await again.executor.settled(id)
    expect([run.status, run.output, ran]).toEqual(['completed', { text: 'done' }, ['look']])
    expect(ofType(resumed, 'call.rejected').map(({ data }) => data.error.code)).toEqual([
      'call.cancelled',
      'call.cancelled',
      'reference.failed',
    ])
    expect(ofType(resumed, 'request.failed')[0]?.data).toMatchObject({ code: 'model.cut', usage: { estimated: true } })
    expect(again.model.asked).toHaveLength(1)
    expect(await again.executor.replay(id)).toEqual({ identical: true })
  },
)

test.each(['structured', 'tools'] as const)(
  'A Call that cannot be undone and began before a crash lost the end of its answer is asked about, on %s, not refused',
  async (wire) => {
    const options = {
      ideas,
      activities: { look: () => 1, pay: () => 2, erase: () => 3 },
      capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
    }
    const made: CallsOnWire = [
      ['pay', '{"n":2}'],
      ['erase', '{"n":3}'],
    ]
    const whole = callsOn(wire, made).slice(0, -1)
    const end: ModelDelta = { type: 'text', text: wire === 'structured' ? '],"output":null}' : '' }
    const said = whole.map((delta, index): ModelDelta =>
      wire === 'structured' && index === whole.length - 1 && delta.type === 'text'
        ? { ...delta, text: delta.text.slice(0, -1) }
        : delta,
    )
    const first = createTestWorld({
      ...options,
      script: () => ({ pieces: [...said, end, { type: 'finish', reason: 'stop' }] }),
    })
    const { id, events } = await first.run()
    // The crash came between the start and the record of the answer.
    const left = events.filter(({ type }) =>
      ['run.created', 'request.started', 'call.proposed', 'call.started', 'approval.requested'].includes(type),
    )
    expect(left.map(({ type }) => type)).toContain('call.started')
    expect(left.map(({ type }) => type)).toContain('approval.requested')
    const again = createTestWorld({ ...options, script: () => doneOn(wire) })
    const resumed = await resumeIn(again, { by: first, events: left })
    expect(ofType(resumed, 'call.rejected')).toEqual([])
    expect((await again.executor.settled(id)).waitingFor.map(({ type }) => type).toSorted()).toEqual([
      'approval',
      'decision',
    ])
  },
)
