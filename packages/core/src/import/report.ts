/** The parts of an import that did not map, with their remedies, by code. A page in another language has its own sentences. */
export const REPORT_SENTENCES = {
  broken: {
    what: 'This file cannot be read: {reason}',
    remedy: 'Repair the file, or leave it out, then import again.',
  },
  renamed: {
    what: '{title} is imported as {name}: its name is in use.',
    remedy: 'Rename it if you like; references inside the import use the new name.',
  },
  member: {
    what: '{key} of {name} has no counterpart.',
    remedy: 'Say it in the text or the config of the Idea, if it matters.',
  },
  hostTools: {
    what: '{name} uses tools of {program}: {tools}.',
    remedy: 'Add Tools for them: an Activity, an HTTP request or an MCP server does the work.',
  },
  mcpTools: {
    what: '{name} uses tools of MCP servers: {tools}.',
    remedy: 'Name the servers in mcp.json, approve them, then drag these tools onto the Idea.',
  },
  modelAlias: {
    what: '{name} asks for the model {model}, a short name of {program}.',
    remedy: 'Choose a model for the Idea; it uses the default model until then.',
  },
  inPrompt: {
    what: 'The text of {name} includes {what}, which {program} inserts.',
    remedy: 'Add a Tool that returns it, or a member of the input that holds it.',
  },
  secret: {
    what: 'The value of {key} was not copied: it is a key, or stands for one.',
    remedy: 'Save it as the secret {secret}: PUT /api/secrets/{secret}, or an environment variable of that name.',
  },
  keyInArguments: {
    what: '{name} takes a key in {place}, where no secret is inserted: its value was not copied.',
    remedy: 'Pass it in env or headers as secret://NAME.',
  },
  agentElsewhere: {
    what: 'The agent {name} of the task {task} is not among these files.',
    remedy: 'Import agents.yaml together with tasks.yaml, or write who does the task into the Idea.',
  },
  taskUnassigned: {
    what: 'The task {name} names no agent.',
    remedy: 'Add agent: NAME to the task and import again, or copy the text of its agent into the Idea.',
  },
  serverMember: {
    what: '{key} of the server {name} has no counterpart.',
    remedy: 'Look at docs/mcp.md for the members that a server has.',
  },
  serverUnread: {
    what: 'The server {name} has neither a command nor an address.',
    remedy: 'Add one in the source, then import again.',
  },
  serverOldTransport: {
    what: 'The server {name} uses the old SSE transport.',
    remedy: 'Enter the address of its streamable HTTP endpoint in mcp.json.',
  },
  approveServer: {
    what: 'The server {name} is named in mcp.json, and its tools are unknown until it starts.',
    remedy: 'Run ensemble mcp approve {name}, then drag its tools onto {idea}.',
  },
} as const satisfies { readonly [code: string]: { readonly what: string; readonly remedy: string } }

export type ReportCode = keyof typeof REPORT_SENTENCES

/** A part that did not map: its place in the source, what it is, and what to do about it. */
export interface ReportRow {
  /** `agents.yaml#/writer/tools`, or `agents.ts:12`. */
  readonly path: string
  readonly code: ReportCode
  readonly values: { readonly [name: string]: string }
  readonly what: string
  readonly remedy: string
}

const filled = (sentence: string, values: ReportRow['values']): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))

export const reportRow = (path: string, code: ReportCode, values: ReportRow['values'] = {}): ReportRow => {
  const { what, remedy } = REPORT_SENTENCES[code]
  return { path, code, values, what: filled(what, values), remedy: filled(remedy, values) }
}
