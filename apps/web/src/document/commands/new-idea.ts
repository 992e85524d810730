import { openDialog } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

export const newIdea: Command = {
  id: 'newIdea',
  label: 'command.newIdea',
  group: 'edit',
  keys: ['N'],
  isEnabled: always,
  run: () => openDialog({ type: 'newIdea' }),
}
