import type { Command } from '../../document/commands/command.ts'
import { IS_SAVED } from '../../platform/api/client.ts'
import { openDialog } from '../../platform/session/session.ts'
import { callsMeant } from '../open/chosen-calls.ts'
import { isGone } from '../open/gone-runs.ts'
import { runStore } from '../open/run-view.ts'

/** Offers to extract the chosen Calls into an Idea. */
export const liftCalls: Command = {
  id: 'liftCalls',
  label: 'command.liftCalls',
  group: 'run',
  keys: ['Shift+L'],
  isEnabled: () => !IS_SAVED && !isGone(runStore.getState().runId) && callsMeant().length > 0,
  run() {
    const { runId } = runStore.getState()
    if (runId !== null) openDialog({ type: 'extract', run: runId, calls: callsMeant() })
  },
}
