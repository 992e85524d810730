import { AS_JSON, ASKING, INPUT, PLACE, command, type Command } from './command.ts'

/** Commands that create, serve, run and check a workspace. */
export const WORKSPACE_COMMANDS: readonly Command[] = [
  command(
    'serve',
    'Serve the page and the API of a workspace, and put it on your list',
    {
      folder: { type: 'positional', description: 'folder of the workspace', required: false },
      ...PLACE,
      port: { type: 'string', description: 'where to listen (4141)', valueHint: 'N' },
      host: { type: 'string', description: 'address to listen on (127.0.0.1)', valueHint: 'H' },
      open: { type: 'boolean', default: true, description: 'open a browser', negativeDescription: 'open no browser' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./serve-command.ts')).serveCommand(args),
  ),
  command(
    'new',
    'Make a new or empty folder a workspace, with one Idea or as a template',
    {
      folder: { type: 'positional', description: 'a folder for it that is new or empty', required: true },
      template: {
        type: 'string',
        description: 'what it begins as (blank)',
        valueHint: 'blank|music|music-arrangements|devops|support|analytics|security|moderation',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./new-command.ts')).newCommand(args),
  ),
  command(
    'run',
    'Run an Idea and print its output; its Calls run the code in activities/',
    {
      idea: { type: 'positional', description: 'an Idea of the workspace', required: true },
      ...ASKING,
      ...INPUT,
      'allow-unpriced': { type: 'boolean', description: 'run a model without a known price despite a cost limit' },
      'allow-effects': { type: 'boolean', description: 'let the simulated model change things without asking' },
      json: { type: 'boolean', description: 'print the events as JSON lines' },
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
    'Print what is wrong in the workspace, or in some of its files; runs no code of it',
    {
      file: { type: 'positional', description: 'only these files or folders', required: false, valueHint: 'FILE…' },
      ...PLACE,
      ...AS_JSON,
      format: { type: 'string', description: 'of the report (text)', valueHint: 'text|plain|json|sarif' },
      recorded: {
        type: 'boolean',
        description: 'also judge the Calls and results of recorded runs and cases by the Tools as they are now',
        default: false,
      },
    },
    async ({ args }) => (await import('./validate-command.ts')).validateCommand({ ...args, paths: args._ }),
    { takesMany: true },
  ),
  command(
    'compose',
    'Print what the model would see',
    {
      idea: { type: 'positional', description: 'an Idea of the workspace', required: true },
      ...ASKING,
      ...INPUT,
      wire: { type: 'string', description: 'how it travels', valueHint: 'structured|tools|json' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./compose-command.ts')).composeCommand(args),
    { words: ['idea'] },
  ),
]
