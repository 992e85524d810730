import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../schema/json.ts'
import { createTestWorld } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES } from '../../../testing/test-wires.ts'

const PING = {
  type: 'object',
  description: 'Pings.',
  properties: { host: { type: 'string' }, hosts: { type: 'object', additionalProperties: { type: 'string' } } },
}

describe.each(TEST_WIRES)('The error of a refused Call, on %s', (wire) => {
  /** What the record and the next Request hold of one Call. */
  const refused = async (name: string, parameters: JsonObject) => {
    const world = createTestWorld({
      ideas: { a: { context: [{ type: 'tool', tool: { ping: PING } }] } },
      activities: { ping: () => 'pong' },
      capabilities: capabilitiesOf(wire),
      script: (_, count) => ({
        pieces: sayOn(wire, count === 0 ? { calls: [[name, parameters]] } : { output: 'done' }),
      }),
    })
    const { events } = await world.run()
    const [rejected] = events.flatMap((event) => (event.type === 'call.rejected' ? [event.data] : []))
    const shown = JSON.stringify(world.model.asked[1]?.messages).replaceAll('\\"', '"')
    return { rejected, shown }
  }

  test('names its Tool and the place of what is wrong, in the record and to the model', async () => {
    const { rejected, shown } = await refused('ping', { host: 5 })
    expect(rejected).toMatchObject({ error: { code: 'arguments.invalid', path: '/host' } })
    expect(shown).toContain('"path":"/host"')
    if (wire === 'structured') expect(shown).toContain('# error of ping, call 1')
  })

  test('names a Tool that there is none of as the model called it', async () => {
    const { rejected, shown } = await refused('pign', { host: 'a' })
    expect(rejected).toMatchObject({ tool: 'pign', error: { code: 'tool.unknown', names: ['ping'] } })
    expect(shown).toContain('pign')
  })

  test('leaves out a place that is longer than anybody reads: it would cost in every turn', async () => {
    const name = (length: number) => ({ hosts: { ['h'.repeat(length - '/hosts/'.length)]: 1 } })
    expect((await refused('ping', name(1000))).shown).toContain('"path":"/hosts/hhh')
    const { rejected, shown } = await refused('ping', name(1001))
    expect(rejected?.error.path).toHaveLength(1001)
    expect(shown).toContain('arguments.invalid')
    expect(shown).not.toContain('"path"')
  })
})
