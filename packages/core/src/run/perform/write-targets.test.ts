import { describe, expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES } from '../../../testing/test-wires.ts'

const SET = { type: 'object', description: 'Sets.', properties: { n: {}, _outputPath: { type: 'string' } } }

describe.each(TEST_WIRES)('An output path that cannot be written, on %s', (wire) => {
  /** The path of each error, the parameters that ran, and what the state came to. */
  const set = async (...paths: readonly string[]) => {
    const ran: unknown[] = []
    const world = createTestWorld({
      ideas: {
        a: {
          context: [
            { type: 'state', state: { text: 'flat', list: [1] } },
            { type: 'input', input: { given: 3 } },
            { type: 'tool', tool: { set: SET } },
          ],
        },
      },
      activities: { set: ({ n }: { n: number }) => (ran.push(n), n) },
      capabilities: capabilitiesOf(wire),
      script: (_, count) => ({
        pieces: sayOn(
          wire,
          count === 0 ? { calls: paths.map((path, n) => ['set', { n, _outputPath: path }]) } : { output: 'done' },
        ),
      }),
    })
    const { events } = await world.run()
    const errors = events.flatMap((event) => (event.type === 'call.rejected' ? [event.data.error] : []))
    const written = events.flatMap((event) => (event.type === 'state.written' ? [event.data.ref] : []))
    return { ran, errors, written }
  }

  test.each([
    ['arguments.invalid', '†state.text.deeper'],
    ['arguments.invalid', '†state.fine && †state.text.deeper'],
    ['meta.forged', '†input.given'],
    ['meta.forged', '†state'],
    ['meta.forged', '†state.a.__proto__'],
    ['meta.forged', '†state..a'],
    ['meta.forged', ''],
  ])('refuses the Call before it runs, with %s: %s', async (code, path) => {
    const { ran, errors, written } = await set(path, '†state.new.deep')
    expect([ran, written]).toEqual([[1], ['†state.new.deep']])
    expect(errors).toMatchObject([{ code, path: '/_outputPath' }])
  })
})

test('a member of the result is written to its own place, and one that the result lacks to none', async () => {
  const split = {
    type: 'object',
    description: 'Writes a song.',
    properties: {
      _outputPath: { const: '†state.song.harmony <- harmony && †state.tune <- parts.lead && †state.none <- none' },
    },
  }
  const read = { type: 'object', description: 'Reads.', properties: { x: {}, _imports: { const: ['state:song'] } } }
  const heard: unknown[] = []
  const world = createTestWorld({
    ideas: {
      a: {
        context: [
          { type: 'state', state: { song: { title: 'Дождь' } } },
          { type: 'tool', tool: { split, read } },
        ],
      },
    },
    activities: {
      split: () => ({ harmony: 'Am', parts: { lead: 'la' } }),
      read: (call, { imports }) => (heard.push([call['x'], imports['state']]), 'read'),
    },
    script: (_, count) =>
      count === 0
        ? { calls: [{ _tool: 'split' }, { _tool: 'read', x: '†state.tune' }], output: null }
        : count === 1
          ? { calls: [{ _tool: 'read', x: '†state.song.harmony' }], output: null }
          : { output: 'done' },
  })
  const { events } = await world.run()
  const written = events.flatMap((event) =>
    event.type === 'state.written' ? [[event.data.ref, event.data.after]] : [],
  )
  expect(written).toEqual([
    ['†state.song.harmony', 'Am'],
    ['†state.tune', 'la'],
  ])
  expect(heard).toEqual([
    // It waited for that Call, and so it sees all that the Call wrote.
    ['la', { song: { title: 'Дождь', harmony: 'Am' } }],
    ['Am', { song: { title: 'Дождь', harmony: 'Am' } }],
  ])
  expect(JSON.stringify(world.model.asked[1]?.messages)).toContain('Am')
  const replayed = await world.executor.replay(events[0]?.run ?? '')
  expect(replayed).toEqual({ identical: true })
})

test('a large member is shown by the reference to its place', async () => {
  const text = 'la '.repeat(2000)
  const tool = {
    type: 'object',
    description: 'Writes a song.',
    properties: { _outputPath: { const: '†state.tune <- tune' } },
  }
  const world = createTestWorld({
    ideas: {
      a: {
        context: [
          { type: 'state', state: {} },
          { type: 'tool', tool: { write: tool } },
        ],
      },
    },
    activities: { write: () => ({ tune: text, key: 'Am' }) },
    script: (_, count) => (count === 0 ? { calls: [{ _tool: 'write' }], output: null } : { output: 'done' }),
  })
  await world.run()
  const shown = JSON.stringify(world.model.asked[1]?.messages)
  expect(shown).not.toContain(text)
  expect(shown).toContain('†state.tune')
  expect(shown).toContain('Am')
})
