import { flushEdits } from '../saving/keep-workspace.ts'
import { always, type Command } from './command.ts'

export const save: Command = {
  id: 'save',
  label: 'command.save',
  group: 'edit',
  keys: ['Mod+S'],
  isEnabled: always,
  run: () => void flushEdits(),
}
