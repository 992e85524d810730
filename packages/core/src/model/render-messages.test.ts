import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../idea/message.ts'
import type { Json } from '../schema/json.ts'
import { splitSaid, type Block } from './blocks.ts'
import { encodeRequest } from './encode-request.ts'
import { createRendered, renderMessages, type RenderOptions } from './render-messages.ts'
import { keptText } from '../schema/kept-text.ts'
import { compositionOf } from './test-composition.ts'

/** The blocks of a message that holds nothing else. */
const readBlocks = (text: string): readonly Block[] | undefined => {
  const said = splitSaid(text)
  const blocks = said.filter((part) => typeof part !== 'string')
  return blocks.length === said.length ? blocks : undefined
}

const options = { inlineBytes: 2048 }

const SYSTEM = `You watch over a server.

Example
user: is redis up?
assistant: check_service_status {"service":"redis"}
tool: active
assistant: redis is running.`

const nginx: readonly Message[] = [
  { type: 'text', text: SYSTEM },
  { type: 'tool', tool: { check_service_status: { type: 'object' } } },
  { type: 'text', role: 'user', text: 'проверь статус nginx' },
  {
    type: 'calls',
    calls: [{ id: 'call_1', tool: 'check_service_status', call: { _tool: 'check_service_status', service: 'nginx' } }],
  },
  { type: 'result', call: 'call_1', tool: 'check_service_status', result: 'active (running)' },
  { type: 'calls', calls: [], output: 'nginx работает.' },
]

describe('a context on the tools wire', () => {
  it('is the well-known two-turn exchange, to the byte', () => {
    const { body } = encodeRequest({
      composition: compositionOf(['check_service_status'], null),
      context: nginx,
      config: {},
      model: 'gpt-5.2',
      wire: 'tools',
      strict: false,
      inlineBytes: 2048,
    })
    const wellKnown = [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: 'проверь статус nginx' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'check_service_status', arguments: '{"service":"nginx"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'active (running)' },
      { role: 'assistant', content: 'nginx работает.' },
    ]
    expect(JSON.stringify(body.messages)).toBe(JSON.stringify(wellKnown))
    expect(body).toMatchObject({ tool_choice: 'auto', temperature: 0, tools: [{ type: 'function' }] })
    expect(body.response_format).toBeUndefined()
  })

  it('answers every call in order: a string as it is, anything else as JSON, an error likewise', () => {
    const context: readonly Message[] = [
      {
        type: 'calls',
        calls: [
          { id: 'a', tool: 'ping', call: { host: 'x' } },
          { id: 'b', tool: 'ping', call: 'not json' },
          { id: 'c', tool: 'ping', call: {} },
        ],
      },
      { type: 'error', call: 'b', tool: 'ping', error: { code: 'json.invalid', message: 'Broken.' } },
      { type: 'result', call: 'a', tool: 'ping', result: { ms: 3 } },
    ]
    const [assistant, ...answers] = renderMessages(context, 'tools', options)
    expect(assistant).toMatchObject({
      content: null,
      tool_calls: [{ id: 'a' }, { id: 'b', function: { arguments: '{"_text":"not json"}' } }, { id: 'c' }],
    })
    expect(answers).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '{"ms":3}' },
      { role: 'tool', tool_call_id: 'b', content: '{"error":{"code":"json.invalid","message":"Broken."}}' },
      { role: 'tool', tool_call_id: 'c', content: expect.stringContaining('call.cancelled') },
    ])
  })
})

describe('a context on the structured wire', () => {
  it('shows input, state and data as titled blocks that can be read back', () => {
    const context: readonly Message[] = [
      { type: 'text', text: 'You are a greeter.' },
      { type: 'input', schema: { type: 'object' }, input: { name: 'Ада\n\n# state' } },
      { type: 'data', kind: 'people', description: 'Who is\nknown.', data: ['Ada'] },
      { type: 'state', state: { seen: 0 }, _instance: 'a' },
    ]
    const [system, user] = renderMessages(context, 'structured', options)
    expect(system).toEqual({ role: 'system', content: 'You are a greeter.' })
    expect(user?.content).toBe(
      `# input
The structured prompt of this request.
schema: {"type":"object"}
value: {"name":"Ада\\n\\n# state"}

# data: people
Who is known.
value: ["Ada"]

# state (instance a)
The scratchpad of this task: Calls write into it, references read it.
value: {"seen":0}`,
    )
    expect(readBlocks(String(user?.content))?.map(({ value }) => value)).toEqual([
      { name: 'Ада\n\n# state' },
      ['Ada'],
      { seen: 0 },
    ])
    expect(readBlocks('# Heading\n\nSome text')).toBeUndefined()
  })

  it('merges state and data by kind and instance: later wins, at the place of the last', () => {
    const context: readonly Message[] = [
      { type: 'state', schema: { type: 'object' }, state: { a: { x: 1, y: 1 }, list: [1] } },
      { type: 'data', kind: 'k', data: { n: 1 } },
      { type: 'data', kind: 'k', data: { n: 2 }, _instance: 'i' },
      { type: 'text', role: 'user', text: 'Go on.' },
      { type: 'state', state: { a: { y: 2 }, list: [2] } },
      { type: 'data', kind: 'k', data: { m: 3 } },
    ]
    const messages = renderMessages(context, 'structured', options)
    // One side's words in a row are one message.
    expect(messages).toHaveLength(1)
    expect(splitSaid(String(messages[0]?.content))).toMatchObject([
      { title: 'data: k (instance i)' },
      'Go on.',
      { title: 'state', schema: { type: 'object' }, value: { a: { x: 1, y: 2 }, list: [2] } },
      { title: 'data: k', value: { n: 1, m: 3 } },
    ])
  })

  it('repeats the envelope of an earlier answer and shows results and errors in the order of the calls', () => {
    const context: readonly Message[] = [
      {
        type: 'calls',
        calls: [
          { id: 'a', tool: 'ping', call: { _tool: 'ping', host: 'x' } },
          { id: 'b', tool: 'greet', call: { name: 'Ada' } },
        ],
      },
      { type: 'error', call: 'b', tool: 'greet', error: { code: 'activity.failed', message: 'No.', path: '/name' } },
      { type: 'result', call: 'a', tool: 'ping', result: 3 },
      { type: 'error', error: { code: 'answer.empty', message: 'Empty.' } },
    ]
    const [assistant, user] = renderMessages(context, 'structured', options)
    expect(assistant?.content).toBe(
      '{"calls":[{"_tool":"ping","host":"x"},{"_tool":"greet","name":"Ada"}],"output":null}',
    )
    expect(readBlocks(String(user?.content))).toEqual([
      { title: 'result of ping, call 1', value: 3 },
      {
        title: 'error of greet, call 2',
        value: { code: 'activity.failed', message: 'No.', path: '/name' },
      },
      { title: 'error', value: { code: 'answer.empty', message: 'Empty.' } },
    ])
  })

  it('shows a large value as a reference and keeps its small neighbours', () => {
    const abc = 'C'.repeat(3000)
    const context: readonly Message[] = [
      { type: 'calls', calls: [{ id: 'a', tool: 'write', call: {} }] },
      { type: 'result', call: 'a', tool: 'write', result: abc, ref: '†state.song.melody' },
      { type: 'state', state: { song: { title: 'Sea', melody: abc } } },
    ]
    const ref = { ref: '†state.song.melody', type: 'string', bytes: 3002, preview: `${'C'.repeat(160)}…` }
    const [, user] = renderMessages(context, 'structured', options)
    expect(readBlocks(String(user?.content))).toMatchObject([
      { value: ref },
      { value: { song: { title: 'Sea', melody: ref } } },
    ])
  })

  it('shows no reference that cannot be read: what holds the value is shown as one', () => {
    const files = { 'song.mid': 'C'.repeat(3000), small: 1 }
    const [user] = renderMessages([{ type: 'state', state: { files, title: 'Sea' } }], 'structured', options)
    expect(readBlocks(String(user?.content))).toMatchObject([
      { value: { files: { ref: '†state.files', type: 'object' }, title: 'Sea' } },
    ])
  })

  it('keeps a property called __proto__ of a value that is over the limit', () => {
    const input = JSON.parse(`{"__proto__":{"x":1},"long":"${'C'.repeat(3000)}"}`) as Json // as it comes from outside
    const [user] = renderMessages([{ type: 'input', input }], 'structured', options)
    expect(String(user?.content)).toContain('"__proto__":{"x":1}')
  })

  it('keeps the plain text of an Idea without schema', () => {
    expect(
      renderMessages([{ type: 'calls', calls: [], output: 'Hi' }], 'structured', { ...options, textOutput: true }),
    ).toEqual([{ role: 'assistant', content: 'Hi' }])
  })
})

describe('an earlier Call', () => {
  const names = fc.constantFrom('_tool', '__proto__', '1', '07', 'city', 'a"b', '')
  const members = fc.array(fc.tuple(names, fc.jsonValue({ maxDepth: 1 })), { maxLength: 5 })
  const call = members.map((entries) => Object.fromEntries(entries) as { readonly [name: string]: Json }) // JSON values
  const rendered = (value: Json, wire: 'structured' | 'tools', keyed: boolean): string =>
    JSON.stringify(
      renderMessages([{ type: 'calls', calls: [{ id: 'c', tool: 'find', call: value as never }] }], wire, {
        ...options,
        keyed,
      })[0],
    )

  it('is written as a copy of it would be, to the byte, whatever its names are', () => {
    fc.assert(
      fc.property(call, (value) => {
        const { _tool, ...rest } = value
        const content = (written: unknown): string => JSON.stringify({ calls: [written], output: null })
        const named = content({ _tool: 'find', ...value })
        expect(rendered(value, 'structured', false)).toBe(JSON.stringify({ role: 'assistant', content: named }))
        const keyed = content({ find: rest })
        expect(rendered(value, 'structured', true)).toBe(JSON.stringify({ role: 'assistant', content: keyed }))
        expect(rendered(value, 'tools', false)).toContain(JSON.stringify(JSON.stringify(rest)))
      }),
    )
  })
})

describe('the questions of one Loop', () => {
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.record({
      type: fc.constant('result' as const),
      call: fc.constantFrom('a', 'b'),
      result: fc.jsonValue({ maxDepth: 1 }),
    }),
    fc.record({
      type: fc.constant('error' as const),
      call: fc.constantFrom('a', 'b'),
      error: fc.constant({ code: 'activity.failed', message: 'It failed.' }),
    }),
    fc.record({
      type: fc.constant('calls' as const),
      calls: fc.subarray([
        { id: 'a', tool: 'find', call: { city: 'Rome' } },
        { id: 'b', tool: 'look', call: { city: 'Oslo' } },
      ]),
    }),
    fc.record({ type: fc.constant('text' as const), role: fc.constantFrom('user', 'assistant'), text: fc.string() }),
    fc.record({ type: fc.constant('input' as const), input: fc.jsonValue({ maxDepth: 1 }) }),
  ) as fc.Arbitrary<Message> // shapes of the Messages that a Loop appends
  const others: fc.Arbitrary<Partial<RenderOptions>> = fc.record({
    inlineBytes: fc.constantFrom(2, 2048),
    keyed: fc.boolean(),
    model: fc.constantFrom('one', 'two'),
  })

  it.each(['structured', 'tools'] as const)('are rendered as if each were the first, to the byte: %s', (wire) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(message, others), { maxLength: 12 }), (turns) => {
        const rendered = createRendered()
        const context: Message[] = []
        for (const [next, more] of turns) {
          context.push(next)
          const given = { ...options, ...more }
          const messages = renderMessages(context, wire, { ...given, rendered })
          expect(messages).toEqual(renderMessages(context, wire, given))
          expect(keptText(messages)?.text).toBe(JSON.stringify(messages))
        }
      }),
    )
  })

  it('share the messages that they have in common on the structured wire, so each is written once', () => {
    const rendered = createRendered()
    const context: Message[] = [
      { type: 'text', role: 'user', text: 'Look.' },
      { type: 'calls', calls: [{ id: 'a', tool: 'find', call: { city: 'Rome' } }] },
      { type: 'result', call: 'a', tool: 'find', result: 'x'.repeat(100) },
    ]
    const first = renderMessages(context, 'structured', { ...options, rendered })
    context.push({ type: 'calls', calls: [], output: 'Done.' })
    const second = renderMessages(context, 'structured', { ...options, rendered })
    expect(first).toHaveLength(3)
    for (const [index, message] of first.entries()) expect(second[index]).toBe(message)
  })
})
