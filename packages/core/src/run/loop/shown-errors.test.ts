import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../schema/json.ts'
import { createTraceLog } from '../../trace/trace-log.ts'
import { createTestWorld } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES } from '../../../testing/test-wires.ts'

const PING = {
  type: 'object',
  description: 'Pings.',
  properties: { host: { type: 'string' }, hosts: { type: 'object', additionalProperties: { type: 'string' } } },
}

describe.each(TEST_WIRES)('An answer that is not taken, on %s', (wire) => {
  const answered = async (first: JsonObject) => {
    const world = createTestWorld({
      ideas: {
        a: { context: [], schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
      },
      capabilities: capabilitiesOf(wire),
      script: (_, count) => ({ pieces: sayOn(wire, { output: count === 0 ? first : { text: 'done' } }) }),
    })
    return { world, ...(await world.run()) }
  }

  test('is rejected in the record of its own Request, and replays', async () => {
    const { world, id, events } = await answered({ text: 5 })
    const rejected = events.filter(({ type }) => type === 'answer.rejected')
    expect(rejected).toMatchObject([
      { span: 'request/0', data: { error: { code: 'output.invalid', path: '/output/text', retryable: true } } },
    ])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    const log = createTraceLog(events)
    expect(log.spans.byId.get('request/0')?.latest).toMatchObject({
      status: 'rejected',
      error: { code: 'output.invalid' },
    })
    expect(log.spans.byId.get('request/1')?.latest).toMatchObject({ status: 'completed' })
    expect(log.marks).toMatchObject([{ seq: rejected[0]?.seq, kind: 'error' }])
  })

  test('is recorded without a verdict where it is taken', async () => {
    const { events } = await answered({ text: 'fine' })
    expect(events.map(({ type }) => type)).not.toContain('answer.rejected')
  })
})

describe.each(TEST_WIRES)('The error of a refused Call, on %s', (wire) => {
  /** One Call in the record and in the next Request. */
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
