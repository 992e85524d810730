import { EnsembleError } from '@ensemble/core'
import { type ArgsDef, type CommandDef, defineCommand, renderUsage, runCommand } from 'citty'
import manifest from '../../package.json' with { type: 'json' }

const PLACE = {
  workspace: { type: 'string', description: 'folder of the workspace', valueHint: 'DIR' },
} as const satisfies ArgsDef

const serve = defineCommand({
  meta: { name: 'ensemble serve', description: 'Serve the page and the API of a workspace' },
  args: {
    ...PLACE,
    port: { type: 'string', description: 'where to listen (4141)', valueHint: 'N' },
    host: { type: 'string', description: 'address to listen on (127.0.0.1)', valueHint: 'H' },
    open: { type: 'boolean', default: true, description: 'open a browser', negativeDescription: 'open no browser' },
  },
  run: async ({ args }) => (await import('./serve-command.ts')).serveCommand(args),
})

const ASKING = {
  ...PLACE,
  model: { type: 'string', description: 'the model to ask', valueHint: 'M' },
  profile: { type: 'string', description: 'the profile whose bindings hold', valueHint: 'P' },
} as const satisfies ArgsDef

const run = defineCommand({
  meta: { name: 'ensemble run', description: 'Run an Idea and print its output' },
  args: {
    idea: { type: 'positional', description: 'an Idea of the workspace', required: true },
    ...ASKING,
    input: { type: 'string', description: 'its input, as JSON or from a file', valueHint: 'JSON|@file' },
    json: { type: 'boolean', description: 'print the events as JSON lines' },
  },
  run: async ({ args }) => (await import('./run-command.ts')).runCommand(args),
})

const validate = defineCommand({
  meta: { name: 'ensemble validate', description: 'Print what is wrong in the workspace, or in some of its files' },
  args: PLACE,
  run: async ({ args }) => (await import('./check-commands.ts')).validateCommand({ ...args, paths: args._ }),
})

const compose = defineCommand({
  meta: { name: 'ensemble compose', description: 'Print what the model would see' },
  args: {
    idea: { type: 'positional', description: 'an Idea of the workspace', required: true },
    ...ASKING,
    input: { type: 'string', description: 'its input, as JSON or from a file', valueHint: 'JSON|@file' },
    wire: { type: 'string', description: 'how it travels', valueHint: 'structured|tools|json' },
  },
  run: async ({ args }) => (await import('./check-commands.ts')).composeCommand(args),
})

const replay = defineCommand({
  meta: {
    name: 'ensemble replay',
    description: 'Replay cases against the files as they are now, all of them unless named; runs against their record',
  },
  args: {
    what: { type: 'positional', description: 'cases by name, runs by id', required: false, valueHint: 'RUN|CASE…' },
    ...PLACE,
    current: { type: 'boolean', description: 'hold runs, too, against the files as they are now', default: false },
    again: { type: 'boolean', description: 'ask the model again where a case cannot be told without', default: false },
    model: { type: 'string', description: 'the model that is asked again', valueHint: 'M' },
    json: { type: 'boolean', description: 'print one JSON document' },
  },
  run: async ({ args }) => (await import('./replay-command.ts')).replayCommand({ ...args, named: args._ }),
})

const doctor = defineCommand({
  meta: { name: 'ensemble doctor', description: 'Say what a run would use here, and what is wrong' },
  args: ASKING,
  run: async ({ args }) => (await import('./check-commands.ts')).doctorCommand(args),
})

const verify = defineCommand({
  meta: { name: 'ensemble verify', description: 'Check every byte of recorded runs' },
  args: PLACE,
  run: async ({ args }) => (await import('./transfer-commands.ts')).verifyCommand({ ...args, runs: args._ }),
})

const exportRun = defineCommand({
  meta: { name: 'ensemble export', description: "Write a run as one document, or an Idea's Tools in another format" },
  args: {
    what: { type: 'positional', description: 'the id of a run, or an Idea', required: true },
    ...PLACE,
    to: {
      type: 'string',
      description: 'the file to write a run to, or a format',
      valueHint: 'FILE|openai|mcp|openapi|typescript|shorthand|example|schema',
      required: true,
    },
    tool: { type: 'string', description: 'only this Tool of the Idea', valueHint: 'NAME' },
    out: { type: 'string', description: 'the file to write Tools to; else they are printed', valueHint: 'FILE' },
  },
  run: async ({ args }) => (await import('./transfer-commands.ts')).exportCommand(args),
})

const importRun = defineCommand({
  meta: { name: 'ensemble import', description: 'Take a run that was exported elsewhere, or Tools in another format' },
  args: {
    file: { type: 'positional', description: 'the document', required: true },
    ...PLACE,
    format: { type: 'string', description: 'of Tools; found in the text where it is left out', valueHint: 'FORMAT' },
    name: { type: 'string', description: 'of a Tool whose text names none', valueHint: 'NAME' },
  },
  run: async ({ args }) => (await import('./transfer-commands.ts')).importCommand(args),
})

// Commands differ in their arguments; each checks its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const COMMANDS: ReadonlyMap<string, CommandDef<any>> = new Map(
  Object.entries({ serve, run, validate, compose, replay, verify, export: exportRun, import: importRun, doctor }),
)

const help = async (): Promise<string> => {
  const lines = await Promise.all(
    [...COMMANDS].map(async ([name, { meta }]) => {
      const description = typeof meta === 'object' && 'description' in meta ? meta.description : ''
      return `  ${name.padEnd(10)} ${description ?? ''}`
    }),
  )
  return `ensemble ${manifest.version}\n\n${lines.join('\n')}\n\nensemble COMMAND --help tells more.`
}

/** Runs one command. Resolves to its exit code: 0 done, 1 the run failed or a check found a problem, 2 wrong usage. */
export const runCommandLine = async (args: readonly string[]): Promise<number> => {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') {
    console.log(manifest.version)
    return 0
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(await help())
    return name === undefined ? 2 : 0
  }
  const command = COMMANDS.get(name)
  if (command === undefined)
    throw new EnsembleError('usage', `There is no command "${name}"; there are ${[...COMMANDS.keys()].join(', ')}.`)
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(await renderUsage(command))
    return 0
  }
  try {
    const { result } = await runCommand(command, { rawArgs: rest })
    return typeof result === 'number' ? result : 0
  } catch (error) {
    if (error instanceof Error && error.name === 'CLIError') throw new EnsembleError('usage', `${error.message}.`)
    throw error
  }
}
