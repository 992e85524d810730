import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const showHistory: Command = {
  id: 'history',
  label: 'command.history',
  group: 'edit',
  keys: ['Mod+Alt+Z'],
  isEnabled: always,
  run: () => openDialog({ type: 'history' }),
}
