import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { guardAgainstFlood } from './flood-gate.ts'

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

  test('that is longer than all of them together becomes an error before anybody looks through it', () => {
    expect(passed(listOf(500, 200))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: 'it lists 500 tools, more than can be taken' },
    })
  })
})
