import { closeRun } from '../open/run.ts'
import { runStore } from '../open/run-view.ts'
import type { Command } from '../../document/commands/command.ts'

/** Closes the Run that is open, which stays in the list. */
export const closeOpenRun: Command = {
  id: 'closeRun',
  label: 'command.closeRun',
  group: 'run',
  isEnabled: () => runStore.getState().runId !== null,
  run: () => closeRun(),
}

export const closeOtherRuns: Command = {
  id: 'closeOtherRuns',
  label: 'command.closeOtherRuns',
  group: 'run',
  isEnabled: () => runStore.getState().tabs.length > 1,
  run() {
    const { tabs, runId } = runStore.getState()
    for (const run of tabs) if (run !== runId) closeRun(run)
  },
}
