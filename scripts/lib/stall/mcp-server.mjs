// An MCP server over stdio with as many Tools as are taken of one server, each with as many properties as the first argument says.
import { createInterface } from 'node:readline'

const PROPERTIES = Number(process.argv[2])
const TOOLS = Array.from({ length: 500 }, (_, n) => ({
  name: `tool_${n}`,
  description: `Does what the description of tool ${n} says in words. ${'More words about it. '.repeat(20)}`,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: PROPERTIES }, (_, p) => [
        `property_${p}`,
        { type: 'string', minLength: p, description: 'One of them.' },
      ]),
    ),
  },
}))

/** @param {{ method: string, params?: { protocolVersion?: string } }} asked */
const answer = ({ method, params }) => {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion ?? '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'many', version: '1.0.0' },
    }
  return method === 'tools/list' ? { tools: TOOLS } : undefined
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line)
  if (asked.id === undefined) continue
  const result = answer(asked)
  const error = { code: -32601, message: 'Method not found' }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...(result ? { result } : { error }) })}\n`)
}
