import { command, type Command } from './command.ts'
import { EXCHANGE_COMMANDS } from './exchange-commands.ts'
import { JUDGING_COMMANDS } from './judging-commands.ts'
import { RECORDED_COMMANDS } from './recorded-commands.ts'
import { WORKSPACE_COMMANDS } from './workspace-commands.ts'

const COMPLETION = command(
  'completion',
  'Print a shell completion script: eval "$(ensemble completion bash)"',
  { shell: { type: 'positional', description: 'bash, zsh or fish', required: true } },
  async ({ args }) => {
    const { completionCommand } = await import('./completion-command.ts')
    return completionCommand(args.shell, args._.slice(1), [...COMMANDS.values()])
  },
  { takesMany: true },
)

/** Every command by its name, in the order that help shows them. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [...WORKSPACE_COMMANDS, ...RECORDED_COMMANDS, ...JUDGING_COMMANDS, ...EXCHANGE_COMMANDS, COMPLETION].map((each) => [
    each.name,
    each,
  ]),
)
