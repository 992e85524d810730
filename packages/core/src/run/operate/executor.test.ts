import { describe, expect, test } from 'vitest'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld, typesOf } from '../../../testing/test-run.ts'

describe('A Loop repeats Requests until the output is not null', () => {
  test('an answer with an output ends the Run in one turn', async () => {
    const world = createTestWorld({
      ideas: { greeter: { context: [{ type: 'text', text: 'Greet.' }], schema: answer } },
      script: () => ({ calls: [], output: { text: 'Привет' } }),
    })
    const { status, output, events } = await world.run()
    expect({ status, output }).toEqual({ status: 'completed', output: { text: 'Привет' } })
    expect(typesOf(events)).toEqual([
      '#run.created',
      'request/0#request.started',
      'request/0#request.completed',
      '#run.completed',
    ])
  })

  test('an explicit Tool runs its Activity and the model sees the result in the next turn', async () => {
    const world = createTestWorld({
      ideas: {
        weather: {
          context: [
            { type: 'tool', tool: { weatherCheck: tool({ city: { type: 'string' } }, { required: ['city'] }) } },
          ],
          schema: answer,
        },
      },
      activities: { weatherCheck: ({ city }: { city: string }) => ({ city, degrees: 21 }) },
      script: (body, count) =>
        count === 0
          ? { calls: [{ _tool: 'weatherCheck', city: 'Москва' }], output: null }
          : { calls: [], output: { text: JSON.stringify(body.messages).includes('21') ? 'warm' : 'unseen' } },
    })
    const { output, events } = await world.run()
    expect(output).toEqual({ text: 'warm' })
    expect(typesOf(events)).toEqual(
      [
        '#run.created',
        'request/0#request.started',
        'request/0/call/0#call.proposed',
        'request/0#request.completed',
        'request/0/call/0#call.started:1',
        'request/0/call/0#call.completed',
        'request/1#request.started',
        'request/1#request.completed',
        '#run.completed',
      ].sort((a, b) => typesOf(events).indexOf(a) - typesOf(events).indexOf(b)),
    )
  })

  test('a latent Call takes its result from the model and runs no code', async () => {
    const world = createTestWorld({
      ideas: {
        feel: {
          context: [
            {
              type: 'tool',
              tool: {
                sentimentAnalysis: tool({
                  text: { type: 'string' },
                  _output: {
                    type: 'object',
                    properties: { sentiment: { enum: ['good', 'bad'] } },
                    required: ['sentiment'],
                  },
                }),
              },
            },
          ],
          schema: answer,
        },
      },
      script: () => ({
        calls: [{ _tool: 'sentimentAnalysis', text: 'ура', _output: { sentiment: 'good' } }],
        output: { text: 'done' },
      }),
    })
    const { status, events } = await world.run()
    expect(status).toBe('completed')
    expect(events.find((event) => event.type === 'call.completed')?.data).toMatchObject({
      result: { sentiment: 'good' },
    })
  })

  test('a Call that fails sets the output aside and is shown to the model as an error', async () => {
    const world = createTestWorld({
      ideas: {
        one: {
          context: [{ type: 'tool', tool: { ping: tool({ host: { type: 'string' } }, { required: ['host'] }) } }],
          schema: answer,
        },
      },
      activities: { ping: () => 'pong' },
      script: (body, count) => {
        if (count === 0) return { calls: [{ _tool: 'pign', host: 'a' }], output: { text: 'too early' } }
        const seen = JSON.stringify(body.messages)
        return {
          calls: [],
          output: { text: seen.includes('Did you mean \\"ping\\"?') || seen.includes('ping') ? 'repaired' : 'blind' },
        }
      },
    })
    const { output, events } = await world.run()
    expect(output).toEqual({ text: 'repaired' })
    expect(events.find((event) => event.type === 'call.rejected')?.data).toMatchObject({
      error: { code: 'tool.unknown', names: ['ping'] },
    })
  })

  test('parallel Calls wait for what they refer to within the same turn', async () => {
    const order: string[] = []
    const world = createTestWorld({
      ideas: {
        song: {
          context: [
            { type: 'state', state: {}, schema: { type: 'object' } },
            {
              type: 'tool',
              tool: {
                write: tool({ _outputPath: { const: '†state.score' } }),
                play: tool({ score: { type: 'object' } }, { required: ['score'] }),
              },
            },
          ],
          schema: answer,
        },
      },
      activities: {
        write: async () => {
          order.push('write')
          return { notes: [1, 2] }
        },
        play: ({ score }: { score: { notes: number[] } }) => {
          order.push(`play ${score.notes.length}`)
          return 'ok'
        },
      },
      script: () => ({
        calls: [{ _tool: 'play', score: '†state.score' }, { _tool: 'write' }],
        output: { text: 'done' },
      }),
    })
    const { status, events } = await world.run()
    expect(status).toBe('completed')
    expect(order).toEqual(['write', 'play 2'])
    expect(events.find((event) => event.type === 'state.written')?.data).toMatchObject({
      ref: '†state.score',
      after: { notes: [1, 2] },
    })
  })

  test('Calls that wait for each other are refused as a cycle', async () => {
    const world = createTestWorld({
      ideas: {
        knot: {
          context: [
            { type: 'state', state: {} },
            {
              type: 'tool',
              tool: {
                a: tool({ from: { type: 'string' }, _outputPath: { const: '†state.a' } }),
                b: tool({ from: { type: 'string' }, _outputPath: { const: '†state.b' } }),
              },
            },
          ],
          schema: answer,
        },
      },
      activities: { a: () => 1, b: () => 2 },
      script: (_, count) =>
        count === 0
          ? {
              calls: [
                { _tool: 'a', from: '†state.b' },
                { _tool: 'b', from: '†state.a' },
              ],
              output: null,
            }
          : { calls: [], output: { text: 'x' } },
    })
    const { events } = await world.run()
    const codes = events.flatMap((event) => (event.type === 'call.rejected' ? [event.data.error.code] : []))
    expect(codes).toEqual(['reference.cycle', 'reference.cycle'])
  })
})

describe('A Module runs in a clean room', () => {
  const ideas = {
    producer: {
      context: [
        { type: 'text', text: 'secret of the parent' },
        {
          type: 'input',
          schema: { type: 'object', properties: { brief: { type: 'string' } } },
          input: { brief: 'sea' },
        },
        {
          type: 'tool',
          tool: {
            compose: tool({
              mood: { type: 'string' },
              _module: { const: 'idea://composer' },
              _imports: { const: ['input'] },
            }),
          },
        },
      ],
      schema: answer,
    },
    composer: {
      context: [{ type: 'input', schema: { type: 'object', properties: { mood: { type: 'string' } } } }],
      schema: answer,
    },
  }
  const script = (body: { messages: readonly object[] }) => {
    const seen = JSON.stringify(body.messages)
    if (!seen.includes('secret'))
      return { calls: [], output: { text: seen.includes('sad') ? 'a sad tune' : 'no input' } }
    return seen.includes('a sad tune')
      ? { calls: [], output: { text: 'record' } }
      : { calls: [{ _tool: 'compose', mood: 'sad' }], output: null }
  }

  test('its own events are in the same Journal under the Call that entered it', async () => {
    const world = createTestWorld({ ideas, script })
    const { output, events } = await world.run()
    expect(output).toEqual({ text: 'record' })
    expect(events.map((event) => event.span)).toContain('request/0/call/0/request/0')
    expect(events.find((event) => event.type === 'module.entered')?.data).toMatchObject({
      address: 'idea://composer',
      imports: ['input'],
      passed: [{ type: 'input', count: 1 }],
    })
    expect(JSON.stringify(world.model.asked[1])).not.toContain('secret')
  })

  test('replay gives the identical Run without asking anybody', async () => {
    const world = createTestWorld({ ideas, script })
    const { id } = await world.run()
    const asked = world.model.asked.length
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    expect(world.model.asked).toHaveLength(asked)
  })
})

describe('A limit ends the Run or refuses the Call by name', () => {
  test('turns', async () => {
    const world = createTestWorld({
      ideas: {
        loop: {
          config: { limits: { turns: 3 } },
          context: [{ type: 'tool', tool: { tick: tool({ n: { type: 'integer' } }) } }],
          schema: answer,
        },
      },
      activities: { tick: () => 1 },
      script: (_, count) => ({ calls: [{ _tool: 'tick', n: count }], output: null }),
    })
    const { id, status, error, events } = await world.run()
    expect({ status, error }).toEqual({ status: 'failed', error: 'limit.turns' })
    expect(events.find((event) => event.type === 'limit.reached')?.data).toMatchObject({
      limit: 'turns',
      value: 4,
      max: 3,
    })
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('cancelling ends a Run at any depth', async () => {
    const world = createTestWorld({
      ideas: { slow: { context: [{ type: 'tool', tool: { wait: tool({}) } }], schema: answer } },
      activities: {
        wait: (_: unknown, context: { signal: AbortSignal }) =>
          new Promise((_resolve, reject) =>
            context.signal.addEventListener('abort', () => reject(new Error('stopped'))),
          ),
      },
      script: () => ({ calls: [{ _tool: 'wait' }], output: null }),
    })
    const { id } = await world.executor.start({ idea: 'slow' })
    await new Promise((resolve) => setImmediate(resolve))
    await world.executor.cancel(id, 'me')
    expect((await world.executor.settled(id)).status).toBe('cancelled')
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})
