import { describe, expect, test } from 'vitest'
import type { ModelDelta } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { answer } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

type Wire = 'structured' | 'tools'
const ideas = {
  one: {
    context: [
      { type: 'text', text: 'Do it.' },
      {
        type: 'tool',
        tool: { ping: { type: 'object', description: 'Pings.', properties: { host: { type: 'string' } } } },
      },
    ],
    schema: answer,
  },
}
const text = (said: string): ModelDelta => ({ type: 'text', text: said })
const finish: ModelDelta = { type: 'finish', reason: 'stop' }

/** An answer with two Calls, in pieces; the first Call is complete once the piece at `whole` is there. */
const PIECES: { readonly [wire in Wire]: { readonly pieces: readonly ModelDelta[]; readonly whole: number } } = {
  structured: {
    pieces: [
      text('{"calls":[{"_tool":"ping",'),
      text('"host":"a"'),
      text('}'),
      text(',{"_tool":"ping","host":"b"}],"output":null}'),
      finish,
    ],
    whole: 2,
  },
  tools: {
    pieces: [
      { type: 'call', index: 0, id: 'x', name: 'ping', argumentsDelta: '' },
      { type: 'call', index: 0, argumentsDelta: '{"host":' },
      { type: 'call', index: 0, argumentsDelta: '"a"}' },
      { type: 'call', index: 1, id: 'y', name: 'ping', argumentsDelta: '' },
      { type: 'call', index: 1, argumentsDelta: '{"host":"b"}' },
      finish,
    ],
    whole: 3,
  },
}
const done = (wire: Wire): readonly ModelDelta[] => [
  text(wire === 'structured' ? '{"calls":[],"output":{"text":"done"}}' : '{"text":"done"}'),
  finish,
]

describe.each(['structured', 'tools'] as const)('While an answer streams, on %s', (wire) => {
  test('a Call runs as soon as it is complete, and partial arguments are published before', async () => {
    const { pieces, whole } = PIECES[wire]
    let hasRun = (): void => {}
    const ran = new Promise<void>((resolve) => (hasRun = resolve))
    const world = createTestWorld({
      ideas,
      activities: { ping: ({ host }: { host: string }) => (host === 'a' && hasRun(), host) },
      capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
      script: () => '',
    })
    let turn = 0
    let published: unknown[] = []
    let publishedByThen: readonly unknown[] = []
    world.model.ask = async function* () {
      if (turn++ > 0) return yield* done(wire)
      for (const [at, piece] of pieces.entries()) {
        yield piece
        if (at === whole) {
          // The rest of the answer comes only once the first Call has run: if it waited for the rest, nothing would end.
          await ran
          publishedByThen = [...published]
        }
      }
    }
    const { publish } = world.journal
    world.journal.isTailed = () => true
    world.journal.publish = (event) => {
      if (event.type === 'request.delta' && event.span === 'request/0') published.push(event.data)
      publish.call(world.journal, event)
    }
    const { id, status, events } = await world.run()
    expect(status).toBe('completed')
    expect(publishedByThen).toHaveLength(whole + 1)
    published = publishedByThen.slice(0, 2)
    expect(published).toEqual(
      wire === 'structured'
        ? [
            { offset: 0, text: '{"calls":[{"_tool":"ping",' },
            { offset: 26, text: '"host":"a"' },
          ]
        : [
            { offset: 0, call: { index: 0, tool: 'ping', argumentsDelta: '' } },
            { offset: 0, call: { index: 0, argumentsDelta: '{"host":' } },
          ],
    )
    const order = events.map(({ key }) => key)
    expect(order.indexOf('request/0/call/0#call.completed')).toBeLessThan(order.indexOf('request/0#request.completed'))
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})

describe('A slot of an endpoint', () => {
  test('is taken by each model call, the others wait in order, and the record says how long', async () => {
    const world = createTestWorld({ ideas: { a: { context: [{ type: 'text', text: 'Say.' }] } }, script: () => '' })
    let now = 0
    let open = 0
    let most = 0
    world.model.ask = async function* () {
      most = Math.max(most, ++open)
      await Promise.resolve()
      now += 100
      yield text('said')
      open--
      yield finish
    }
    const clock = { ...world.deps.clock, elapsed: () => now }
    const executor = createExecutor({ ...world.deps, clock, concurrency: () => 1 })
    const started = await Promise.all([1, 2, 3].map((input) => executor.start({ idea: 'a', input })))
    const times: unknown[] = []
    for (const { id } of started) {
      await executor.settled(id)
      for (const event of await world.journal.read(id, { hydrate: true }))
        if (event.type === 'request.completed') times.push([event.data.queueMs, event.data.ms])
    }
    expect(most).toBe(1)
    expect(times).toEqual([
      [0, 100],
      [100, 100],
      [200, 100],
    ])
  })

  test('is never held by a Module: one is enough for any depth', async () => {
    const enter = { type: 'object', description: 'Enters.', properties: { _module: { const: 'idea://inner' } } }
    const world = createTestWorld({
      ideas: {
        outer: {
          context: [
            { type: 'text', text: 'Outer.' },
            { type: 'tool', tool: { enter } },
          ],
          schema: answer,
        },
        inner: { context: [{ type: 'text', text: 'Inner.' }], schema: answer },
      },
      script: (_, count) =>
        count === 0
          ? { calls: [{ _tool: 'enter' }, { _tool: 'enter' }], output: null }
          : { calls: [], output: { text: 'done' } },
    })
    const executor = createExecutor({ ...world.deps, concurrency: () => 1 })
    const { id } = await executor.start({ idea: 'outer' })
    expect((await executor.settled(id)).status).toBe('completed')
    expect(world.model.asked).toHaveLength(4)
  })
})
