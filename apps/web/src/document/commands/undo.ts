import { documentStore } from '../open/document-store.ts'
import { canUndo } from '../texts/history.ts'
import type { Command } from './command.ts'
import { takeStep } from './take-step.ts'

export const undo: Command = {
  id: 'undo',
  label: 'command.undo',
  group: 'edit',
  keys: ['Mod+Z'],
  isEnabled: () => canUndo(documentStore.getState().history),
  run: () => takeStep('undo'),
}
