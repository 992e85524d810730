import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const openPalette: Command = {
  id: 'palette',
  label: 'command.palette',
  group: 'help',
  keys: ['Mod+K'],
  isEnabled: always,
  run: () => openDialog({ type: 'palette', find: false }),
}
export const findNode: Command = {
  id: 'find',
  label: 'command.find',
  group: 'go',
  keys: ['Mod+P'],
  isEnabled: always,
  run: () => openDialog({ type: 'palette', find: true }),
}
