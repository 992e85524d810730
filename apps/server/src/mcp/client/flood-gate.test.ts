import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { createStderrMeter, guardAgainstFlood } from './flood-gate.ts'

const listOf = (count: number, properties: number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    tools: Array.from({ length: count }, (_, n) => ({
      name: `tool_${n}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: properties }, (__, p) => [`p${p}`, { type: 'string' }])),
      },
    })),
  },
})

const toolsOf = (list: JSONRPCMessage): readonly object[] =>
  'result' in list && Array.isArray(list.result['tools']) ? (list.result['tools'] as readonly object[]) : []

const TOO_LARGE =
  'its list (500 tools) is larger than 100,000 values or 2 MB, most of it by "tool_0": let the server offer less, by its own settings'

/** The message as the client gets it behind the gate. */
const passed = (message: JSONRPCMessage): JSONRPCMessage => {
  const transport: Transport = { start: async () => {}, send: async () => {}, close: async () => {} }
  guardAgainstFlood(
    transport,
    () => 0,
    () => {},
  )
  transport.onmessage?.(message)
  return message
}

describe('A list of tools of an MCP server', () => {
  test('that people can read passes as it is', () => {
    expect(passed(listOf(500, 20))).toEqual(listOf(500, 20))
  })

  test('that holds one tool too large to be looked through, or too many, is refused by a sentence that says which', () => {
    const [list, large] = [listOf(3, 2), listOf(1, 60_000)]
    const tools = [...toolsOf(list), ...toolsOf(large).map((tool) => ({ ...tool, name: 'giant' }))]
    expect(passed({ jsonrpc: '2.0', id: 1, result: { tools } })).toMatchObject({
      error: {
        message: expect.stringContaining(
          'its list (4 tools) is larger than 100,000 values or 2 MB, most of it by "giant"',
        ),
      },
    })
    expect(passed(listOf(513, 0))).toMatchObject({
      error: {
        message: 'it lists 513 tools, and at most 512 are taken: let the server offer less, by its own settings',
      },
    })
  })

  test('that is longer than all of them together becomes an error before anybody looks through it', () => {
    expect(passed(listOf(500, 200))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: TOO_LARGE },
    })
  })
})

test("A message that isn't a list of tools passes unchanged, whatever its content", () => {
  const long = 'x'.repeat(3_000_000)
  const messages: readonly JSONRPCMessage[] = [
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, result: { tools: long } },
    { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: long }] } },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: long } },
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  ]
  for (const message of messages) expect(passed({ ...message })).toEqual(message)
})

describe('A flood', () => {
  const gate = () => {
    let now = 0
    let floods = 0
    const transport: Transport = { start: async () => {}, send: async () => {}, close: async () => {} }
    guardAgainstFlood(
      transport,
      () => now,
      () => floods++,
    )
    const say = (messages: number): number => {
      for (let said = 0; said < messages; said++) transport.onmessage?.({ jsonrpc: '2.0', method: 'x' })
      return floods
    }
    return { transport, say, wait: (ms: number) => void (now += ms) }
  }

  test('is two thousand messages in one second, and is reported once', () => {
    const { say, wait } = gate()
    expect(say(1999)).toBe(0)
    expect(say(1)).toBe(1)
    expect(say(1000)).toBe(1)
    wait(1000)
    expect(say(1999)).toBe(1)
    expect(say(1)).toBe(2)
  })

  test("isn't the same number in two seconds; broken messages count as well", () => {
    const { transport, say, wait } = gate()
    expect(say(1999)).toBe(0)
    wait(1000)
    expect(say(1998)).toBe(0)
    transport.onerror?.(new Error('no JSON'))
    expect(say(0)).toBe(0)
    transport.onerror?.(new Error('no JSON'))
    expect(say(0)).toBe(1)
  })

  test('of the error stream is four million characters in one second', () => {
    let floods = 0
    const meter = createStderrMeter(
      () => 0,
      () => floods++,
    )
    meter('x'.repeat(4 * 1024 * 1024 - 1))
    expect(floods).toBe(0)
    meter('x')
    expect(floods).toBe(1)
  })
})
