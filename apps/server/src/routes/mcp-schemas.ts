const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

/** A server of mcp.json with its state. */
export const MCP_SERVER = {
  type: 'object',
  required: [
    'name',
    'type',
    'target',
    'startTimeoutMs',
    'state',
    'since',
    'starts',
    'tools',
    'approval',
    'earlier',
    'hash',
  ],
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
    earlier: {
      type: 'integer',
      minimum: 0,
      description: 'tools that run unasked, or twice, because they were approved before that asked by default',
    },
    hash: {
      type: ['string', 'null'],
      description: 'what an approval of its tools sends back; null while they are not known',
    },
  },
} as const

/** The rules of mcp.json for a tool, which override its server's. */
export const MCP_RULE = {
  type: 'object',
  additionalProperties: false,
  properties: {
    approval: { enum: ['required', 'never'], description: 'whether a person confirms each Call' },
    idempotent: { type: 'boolean', description: 'whether a Call may run again after a crash' },
  },
} as const

export const MCP_TOOL = {
  type: 'object',
  required: [
    'name',
    'remote',
    'standing',
    'readOnly',
    'destructive',
    'idempotent',
    'rule',
    'earlier',
    'schema',
    'lost',
  ],
  properties: {
    name: { type: 'string', description: 'of the Tool and its Activity: SERVER__TOOL' },
    remote: { type: 'string', description: 'as the server calls it' },
    title: text,
    description: text,
    standing: { enum: ['approved', 'new', 'changed', 'gone'] },
    readOnly: { type: 'boolean', description: 'the server says that it changes nothing' },
    destructive: { type: 'boolean', description: 'a person confirms each Call, by the server or by mcp.json' },
    idempotent: { type: 'boolean', description: 'a Call may run again after a crash in the middle of it' },
    rule: MCP_RULE,
    earlier: {
      type: 'boolean',
      description: 'approved before tools asked by default: only the Tool in the Idea decides whether its Calls ask',
    },
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
