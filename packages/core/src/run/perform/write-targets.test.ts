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
