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

// Commands differ in their arguments; each checks its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const COMMANDS: ReadonlyMap<string, CommandDef<any>> = new Map([['serve', serve]])

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
