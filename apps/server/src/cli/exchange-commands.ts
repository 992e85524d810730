import { AS_JSON, ASKING, PLACE, command, type Command } from './command.ts'

/** Import, export and command line helpers. */
export const EXCHANGE_COMMANDS: readonly Command[] = [
  command(
    'export',
    "Export a run, one of its files, the workspace (.), a diagram, an Idea as code, or an Idea's Tools in another format",
    {
      what: { type: 'positional', description: 'id of a run, name of an Idea, or . for the workspace', required: true },
      ...PLACE,
      to: {
        type: 'string',
        description:
          'for a run: json, html, otlp, mermaid, markdown, or the name or extension of one of its files; for the workspace: zip, svg, mermaid; for an Idea: mermaid and the other formats',
        valueHint:
          'json|html|otlp|mermaid|markdown|zip|svg|openai|anthropic|gemini|mcp|openapi|typescript|shorthand|example|schema|FILE',
      },
      as: {
        type: 'string',
        description: 'an Idea with its modules as code of another program, an entry of mcp.json or an OpenAPI document',
        valueHint: 'agents-sdk|langgraph|ai-sdk|mcp|openapi',
      },
      html: {
        type: 'boolean',
        description: 'same as --to html: the run as one page that opens without a server',
      },
      tool: { type: 'string', description: 'export only this Tool of the Idea', valueHint: 'NAME' },
      out: {
        type: 'string',
        description: 'write to this file (default: standard output; for a file of a run, its own name)',
        valueHint: 'FILE',
      },
      content: { type: 'boolean', description: 'otlp: include prompts, answers, parameters and results' },
      send: { type: 'boolean', description: 'otlp: send to the collector in OTEL_EXPORTER_OTLP_ENDPOINT' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./export-command.ts')).exportCommand(args),
    { words: ['idea', 'run'] },
  ),
  command(
    'import',
    'Import agents, flows and MCP servers of other programs, Tools, an exported run or a packed workspace',
    {
      file: {
        type: 'positional',
        description: 'files or folders to import; docs/import lists the programs',
        required: true,
        valueHint: 'FILE…',
      },
      ...PLACE,
      format: {
        type: 'string',
        description: 'format of the Tools (default: detected); example infers a Tool from values',
        valueHint: 'openai|anthropic|gemini|mcp|openapi|typescript|shorthand|schema|example',
      },
      name: { type: 'string', description: 'name for a Tool without one', valueHint: 'NAME' },
      only: {
        type: 'string',
        description: 'OpenAPI: import only these operations, by tag, path, name or words, separated by commas',
        valueHint: 'TERMS',
      },
      to: {
        type: 'string',
        description: 'unpack the whole workspace, code included, into this new folder',
        valueHint: 'DIR',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./import-command.ts')).importCommand({ ...args, paths: args._ }),
    { takesMany: true },
  ),
  command(
    'backup',
    'Write the whole workspace with its runs to one file, also while it is served',
    {
      file: {
        type: 'positional',
        description: 'file to write, such as mine.tar.gz',
        required: true,
        valueHint: 'FILE',
      },
      ...PLACE,
      secrets: { type: 'boolean', description: 'include the keys of the workspace' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./backup-command.ts')).backupCommand(args),
  ),
  command(
    'restore',
    'Unpack a backup into a new or empty folder, running none of it',
    {
      file: { type: 'positional', description: 'a file that backup wrote', required: true, valueHint: 'FILE' },
      folder: { type: 'positional', description: 'a new or empty folder', required: true, valueHint: 'DIR' },
      replace: { type: 'boolean', description: 'move what is in the folder aside' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./backup-command.ts')).restoreCommand(args),
  ),
  command(
    'doctor',
    'Test the model with a few questions and report what will work',
    {
      ...ASKING,
      find: { type: 'boolean', description: 'look for model servers on this machine' },
      preset: {
        type: 'string',
        description: 'try a provider with the key in your environment, in no workspace: openai, anthropic, groq …',
        valueHint: 'NAME',
      },
      address: { type: 'string', description: 'for --preset: another address of the provider', valueHint: 'URL' },
      approve: {
        type: 'string',
        description: 'show the tokenCommand of this endpoint and let it run',
        valueHint: 'ENDPOINT',
      },
      yes: { type: 'boolean', description: 'for --approve: without asking' },
      bundle: {
        type: 'string',
        description: 'write a file for a bug report, without keys, prompts or results',
        valueHint: 'FILE',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./doctor-command.ts')).doctorCommand(args),
  ),
  command(
    'model',
    'Use a model in a file (GGUF) in this process, and test it',
    {
      file: { type: 'positional', description: 'a .gguf file', required: true, valueHint: 'FILE' },
      name: {
        type: 'string',
        description: 'its name among the endpoints of ensemble.json: local by default',
        valueHint: 'NAME',
      },
      ...PLACE,
      ...AS_JSON,
    },
    async ({ args }) => (await import('./model-command.ts')).modelCommand(args),
  ),
  command(
    'mcp',
    'Serve the Ideas as MCP tools over stdio; or list, add and approve MCP servers',
    {
      action: {
        type: 'positional',
        description: 'list the servers in mcp.json, add one, or approve the tools of one',
        required: false,
        valueHint: 'servers|add|approve',
      },
      server: {
        type: 'positional',
        description: 'server to add, then -- and its command or its address; or server whose tools to approve',
        required: false,
        valueHint: 'NAME',
      },
      ...ASKING,
      yes: { type: 'boolean', description: 'approve without asking' },
      ...AS_JSON,
    },
    async ({ args }) => {
      if (args.action === undefined) return (await import('./mcp-command.ts')).mcpCommand(args)
      const words = args._.slice(1)
      if (args.action === 'add') return (await import('./mcp-add-command.ts')).mcpAddCommand(args, words)
      return (await import('./mcp-servers-command.ts')).mcpServersCommand({ ...args, words })
    },
    { takesMany: true },
  ),
  command(
    'explain',
    'Explain an error code and what to do about it',
    { code: { type: 'positional', description: 'an error code, such as name.taken', required: true }, ...AS_JSON },
    async ({ args }) => (await import('./explain-command.ts')).explainCommand(args),
  ),
]
