import { canRedo } from '../texts/history.ts'
import { t } from '../../platform/i18n/commands.ts'
import { documentStore, redoStep } from '../open/document-store.ts'
import { notify } from '../../platform/session/notify.ts'
import type { Command } from './command.ts'

export const redo: Command = {
  id: 'redo',
  label: 'command.redo',
  group: 'edit',
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  isEnabled: () => canRedo(documentStore.getState().history),
  run() {
    const step = redoStep()
    if (!step.ok) notify.error(t('command.undoBlocked', { file: step.file }))
  },
}
