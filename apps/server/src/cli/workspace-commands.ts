import { AS_JSON, ASKING, INPUT, PLACE, REPORTS, command, type Command } from './command.ts'

/** Commands that create, serve, run and check a workspace. */
export const WORKSPACE_COMMANDS: readonly Command[] = [
  command(
    'serve',
    'Serve the page and API of a workspace, and add it to your list',
    {
      folder: { type: 'positional', description: 'workspace folder', required: false },
      ...PLACE,
      port: { type: 'string', description: 'port to listen on (default: 4141)', valueHint: 'N' },
      host: { type: 'string', description: 'address to listen on (default: 127.0.0.1)', valueHint: 'H' },
      'base-path': {
        type: 'string',
        description: 'path that a proxy serves this below, such as /ensemble',
        valueHint: 'PATH',
      },
      open: {
        type: 'boolean',
        default: true,
        description: 'open the browser',
        negativeDescription: "don't open the browser",
      },
      continue: { type: 'boolean', description: 'continue unfinished runs that were copied here with the folder' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./serve-command.ts')).serveCommand(args),
  ),
  command(
    'new',
    'Create a workspace in a new or empty folder, blank or from a template',
    {
      folder: { type: 'positional', description: 'a new or empty folder', required: true },
      template: {
        type: 'string',
        description: 'template to start from (default: blank)',
        valueHint:
          'blank|music|music-arrangements|devops|support|analytics|security|moderation|releases|invoices|code-review',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./new-command.ts')).newCommand(args),
  ),
  command(
    'run',
    'Run an Idea and print its output; its Calls run code in activities/',
    {
      idea: { type: 'positional', description: 'name of an Idea', required: true },
      ...ASKING,
      ...INPUT,
      'allow-unpriced': {
        type: 'boolean',
        description: 'run a model without a known price even if a cost limit is set',
      },
      'allow-effects': { type: 'boolean', description: 'let the simulated model change things without asking' },
      json: { type: 'boolean', description: 'print events as JSON lines' },
    },
    async ({ args }) =>
      (await import('./run-command.ts')).runCommand({
        ...args,
        allowUnpriced: args['allow-unpriced'],
        allowEffects: args['allow-effects'],
      }),
    { words: ['idea'] },
  ),
  command(
    'validate',
    'Report problems in the workspace or in some of its files, without running its code',
    {
      file: {
        type: 'positional',
        description: 'check only these files or folders',
        required: false,
        valueHint: 'FILE…',
      },
      ...PLACE,
      ...AS_JSON,
      format: {
        type: 'string',
        description: 'format of the report (default: text)',
        valueHint: 'text|plain|json|sarif',
      },
      sarif: { type: 'string', description: 'also write a SARIF report to this file', valueHint: 'FILE' },
      ...REPORTS,
      watch: { type: 'boolean', description: 'check again after each change of a file, until you end it' },
      recorded: {
        type: 'boolean',
        description: 'also check recorded Calls and results of runs and cases against the current Tools',
        default: false,
      },
    },
    async ({ args }) => (await import('./validate-command.ts')).validateCommand({ ...args, paths: args._ }),
    { takesMany: true },
  ),
  command(
    'compose',
    'Print the Request that the model would get',
    {
      idea: { type: 'positional', description: 'name of an Idea', required: true },
      ...ASKING,
      ...INPUT,
      wire: { type: 'string', description: 'wire format', valueHint: 'structured|tools|json' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./compose-command.ts')).composeCommand(args),
    { words: ['idea'] },
  ),
]
