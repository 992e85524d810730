import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const exportView: Command = {
  id: 'export',
  label: 'command.export',
  group: 'go',
  keys: ['Mod+Shift+E'],
  isEnabled: always,
  run: () => openDialog({ type: 'export' }),
}
