import { documentStore } from '../open/document-store.ts'
import { canRedo } from '../texts/history.ts'
import type { Command } from './command.ts'
import { takeStep } from './take-step.ts'

export const redo: Command = {
  id: 'redo',
  label: 'command.redo',
  group: 'edit',
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  isEnabled: () => canRedo(documentStore.getState().history),
  run: () => takeStep('redo'),
}
