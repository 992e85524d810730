const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

/** A server of mcp.json with its state. */
export const MCP_SERVER = {
  type: 'object',
  required: ['name', 'type', 'target', 'startTimeoutMs', 'state', 'since', 'starts', 'tools', 'approval', 'hash'],
  properties: {
    name: text,
    type: { enum: ['stdio', 'http'] },
    target: { type: 'string', description: 'the command line or the address, without keys' },
    startTimeoutMs: { type: 'number', description: 'how long it has to start and list its tools' },
    state: { enum: ['idle', 'starting', 'ready', 'failed', 'disabled'] },
    since: time,
    error: { type: 'string', description: 'why it failed, in a sentence' },
    retryAt: { ...time, description: 'a Call before this time waits for it' },
    pid: { type: 'integer' },
    protocol: { type: 'string', description: 'the revision that was agreed on' },
    starts: { type: 'integer', minimum: 0 },
    tools: { type: 'integer', minimum: 0 },
    approval: { enum: ['none', 'current', 'changed'] },
    hash: { type: ['string', 'null'], description: 'what an approval of its tools sends back; null before a start' },
  },
} as const

export const MCP_TOOL = {
  type: 'object',
  required: ['name', 'remote', 'standing', 'readOnly', 'destructive', 'schema', 'lost'],
  properties: {
    name: { type: 'string', description: 'of the Tool and its Activity: SERVER__TOOL' },
    remote: { type: 'string', description: 'as the server calls it' },
    title: text,
    description: text,
    standing: { enum: ['approved', 'new', 'changed', 'gone'] },
    readOnly: { type: 'boolean', description: 'the server says that it changes nothing' },
    destructive: { type: 'boolean', description: 'the schema suggests _approval' },
    schema: { $ref: '#/components/schemas/JsonObject', description: 'the Tool' },
    was: { $ref: '#/components/schemas/JsonObject', description: 'the Tool as it was approved, where it is `changed`' },
    lost: {
      type: 'array',
      description: 'what a Tool has no place for',
      items: { type: 'object', required: ['path', 'what'], properties: { path: text, what: text } },
    },
    problem: { type: 'string', description: 'why it cannot be used' },
  },
} as const

export const LOG_LINE = {
  type: 'object',
  required: ['at', 'from', 'text'],
  properties: { at: time, from: { enum: ['state', 'server', 'stderr'] }, text },
} as const
