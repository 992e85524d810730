import { EnsembleError } from '@ensemble/core'
import { nearestName } from '@ensemble/core/host'
import { runCommand as runDefinition } from 'citty'
import manifest from '../../package.json' with { type: 'json' }
import { checkUsage } from './check-usage.ts'
import { COMMANDS } from './commands.ts'
import { openTerminal } from './terminal.ts'
import { renderHelp } from './help.ts'
import { keepOutput, print } from './own-output.ts'

const help = (): string => {
  const width = Math.max(...[...COMMANDS.keys()].map(({ length }) => length)) + 2
  const lines = [...COMMANDS].map(([name, { description }]) => `  ${name.padEnd(width)} ${description}`)
  return [
    `ensemble ${manifest.version}`,
    lines.join('\n'),
    'Details: ensemble COMMAND --help. Exit codes: 0 success, 1 the run failed or a check found a problem, 2 wrong usage.',
  ].join('\n\n')
}

const unknown = (name: string): EnsembleError => {
  if (name.startsWith('-'))
    return new EnsembleError('usage', `Name a command before ${name}: ensemble COMMAND ${name} …`)
  const near = nearestName(name, COMMANDS.keys())
  const hint = near === undefined ? `there are ${[...COMMANDS.keys()].join(', ')}.` : `is it ${near}?`
  return new EnsembleError('usage', `There is no command "${name}"; ${hint}`)
}

/** Runs one command. Resolves to its exit code: 0 done, 1 the run failed or a check found a problem, 2 wrong usage. */
export const runCommandLine = (args: readonly string[]): Promise<number> => keepOutput(() => runCommand(args))

/** Throws EnsembleError `usage` in a folder that was deleted while the shell is in it: no path means anything there. */
const checkFolder = (): void => {
  try {
    process.cwd()
  } catch {
    throw new EnsembleError('usage', 'The current folder was deleted. Change to another one and try again.')
  }
}

const runCommand = async (args: readonly string[]): Promise<number> => {
  checkFolder()
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') {
    print(manifest.version)
    return 0
  }
  const asked = name === 'help' ? rest[0] : undefined
  // As `npx ensemble` is typed by a person who knows no command yet.
  if (name === undefined) return runCommand(['serve'])
  if (name === '--help' || name === '-h' || (name === 'help' && asked === undefined)) {
    print(help())
    return 0
  }
  const command = COMMANDS.get(asked ?? name)
  if (command === undefined) throw unknown(asked ?? name)
  const flags = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
  if (asked !== undefined || flags.includes('--help') || flags.includes('-h')) {
    const { style, live } = openTerminal()
    print(renderHelp(asked ?? name, command, { style, columns: live?.columns ?? 100 }))
    return 0
  }
  checkUsage(name, command.args, rest, command.takesMany === true)
  try {
    const { result } = await runDefinition(command.definition, { rawArgs: rest })
    return typeof result === 'number' ? result : 0
  } catch (error) {
    if (error instanceof Error && error.name === 'CLIError') throw new EnsembleError('usage', `${error.message}.`)
    throw error
  }
}
