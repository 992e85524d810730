import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const findReplace: Command = {
  id: 'findReplace',
  label: 'command.findReplace',
  group: 'edit',
  keys: ['Mod+Shift+F'],
  isEnabled: always,
  run: () => openDialog({ type: 'findReplace' }),
}
