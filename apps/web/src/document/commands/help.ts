import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const help: Command = {
  id: 'help',
  label: 'command.help',
  group: 'help',
  keys: ['?'],
  isEnabled: always,
  run: () => openDialog({ type: 'help' }),
}
