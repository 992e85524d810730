import { AS_JSON, ASKING, PLACE, command, type Command } from './command.ts'

/** Import, export and command line helpers. */
export const EXCHANGE_COMMANDS: readonly Command[] = [
  command(
    'export',
    "Write a run or one of its files, the workspace (.), a picture of either, or an Idea's Tools in another format",
    {
      what: { type: 'positional', description: 'the id of a run, an Idea, or . for the workspace', required: true },
      ...PLACE,
      to: {
        type: 'string',
        description:
          'a run: json, html, otlp, mermaid, markdown, or one of its files by name or ending; the workspace: zip, svg, mermaid; an Idea: the others, mermaid',
        valueHint:
          'json|html|otlp|mermaid|markdown|zip|svg|openai|anthropic|gemini|mcp|openapi|typescript|shorthand|example|schema|FILE',
      },
      html: {
        type: 'boolean',
        description: 'a run as one page that opens without a server, in the place of --to html',
      },
      tool: { type: 'string', description: 'only this Tool of the Idea', valueHint: 'NAME' },
      out: {
        type: 'string',
        description: 'the file to write to; else it is printed, a file of a run saved under its own name',
        valueHint: 'FILE',
      },
      content: { type: 'boolean', description: 'otlp: with prompts, answers, parameters and results' },
      send: { type: 'boolean', description: 'otlp: to the collector of OTEL_EXPORTER_OTLP_ENDPOINT' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./export-command.ts')).exportCommand(args),
    { words: ['idea', 'run'] },
  ),
  command(
    'import',
    'Take a run that was exported elsewhere, the files of a packed workspace, or Tools in another format',
    {
      file: { type: 'positional', description: 'the document', required: true },
      ...PLACE,
      format: {
        type: 'string',
        description: 'of Tools; recognised in the text where it is left out; example infers a Tool from values',
        valueHint: 'openai|anthropic|gemini|mcp|openapi|typescript|shorthand|schema|example',
      },
      name: { type: 'string', description: 'of a Tool whose text names none', valueHint: 'NAME' },
      to: {
        type: 'string',
        description: 'a new folder for the whole packed workspace, its code included',
        valueHint: 'DIR',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./import-command.ts')).importCommand(args),
  ),
  command(
    'doctor',
    'Try the model with a few questions, and say in plain words what will and will not work',
    {
      ...ASKING,
      find: { type: 'boolean', description: 'look for model servers on this machine' },
      preset: {
        type: 'string',
        description: 'try a provider with the key in your environment, in no workspace: openai, anthropic, groq …',
        valueHint: 'NAME',
      },
      address: { type: 'string', description: 'for --preset: another address of the provider', valueHint: 'URL' },
      bundle: {
        type: 'string',
        description: 'write a file for a bug report, without keys or texts',
        valueHint: 'FILE',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./doctor-command.ts')).doctorCommand(args),
  ),
  command(
    'mcp',
    'Serve the Ideas of a workspace as MCP tools on standard input and output; or list and approve MCP servers',
    {
      action: {
        type: 'positional',
        description: 'of the servers in mcp.json',
        required: false,
        valueHint: 'servers|approve',
      },
      server: { type: 'positional', description: 'whose tools are approved', required: false, valueHint: 'NAME' },
      ...ASKING,
      yes: { type: 'boolean', description: 'approve without asking' },
      ...AS_JSON,
    },
    async ({ args }) =>
      args.action === undefined
        ? (await import('./mcp-command.ts')).mcpCommand(args)
        : (await import('./mcp-servers-command.ts')).mcpServersCommand(args),
  ),
  command(
    'explain',
    'Print what an error code means and what to do',
    { code: { type: 'positional', description: 'such as name.taken', required: true }, ...AS_JSON },
    async ({ args }) => (await import('./explain-command.ts')).explainCommand(args),
  ),
]
