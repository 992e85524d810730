import { canUndo } from '../texts/history.ts'
import { t } from '../../platform/i18n/commands.ts'
import { documentStore, undoStep } from '../open/document-store.ts'
import { openDialog } from '../../platform/session/session.ts'
import { notify } from '../../platform/session/notify.ts'
import type { Command } from './command.ts'

/** Where somebody else changed the same place meanwhile, a person chooses between the two. */
export const undo: Command = {
  id: 'undo',
  label: 'command.undo',
  group: 'edit',
  keys: ['Mod+Z'],
  isEnabled: () => canUndo(documentStore.getState().history),
  run() {
    const step = undoStep()
    if (!step.ok) notify.error(t('command.undoBlocked', { file: step.file }))
    else if (step.conflict !== undefined) openDialog({ type: 'diff', file: step.conflict })
  },
}
