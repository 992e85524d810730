import { t } from '../i18n/index.ts'
import { documentStore, redoStep } from '../stores/document.ts'
import { notify } from '../ui/notify.ts'
import type { Command } from './command.ts'

export const redo: Command = {
  id: 'redo',
  label: 'command.redo',
  group: 'edit',
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  isEnabled: () => documentStore.getState().history.future.length > 0,
  run() {
    const blocked = redoStep()
    if (blocked !== null) notify.error(t('command.undoBlocked', { file: blocked }))
  },
}
