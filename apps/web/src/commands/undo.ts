import { t } from '../i18n/index.ts'
import { documentStore, undoStep } from '../stores/document.ts'
import { notify } from '../ui/notify.ts'
import type { Command } from './command.ts'

export const undo: Command = {
  id: 'undo',
  label: 'command.undo',
  group: 'edit',
  keys: ['Mod+Z'],
  isEnabled: () => documentStore.getState().history.past.length > 0,
  run() {
    const blocked = undoStep()
    if (blocked !== null) notify.error(t('command.undoBlocked', { file: blocked }))
  },
}
