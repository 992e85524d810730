import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const importView: Command = {
  id: 'import',
  label: 'command.import',
  group: 'go',
  isEnabled: always,
  run: () => openDialog({ type: 'import' }),
}
