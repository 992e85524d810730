import type { Command } from '../../document/commands/command.ts'
import { selectedTool } from '../../document/commands/targets.ts'
import { IS_SAVED } from '../../platform/api/client.ts'
import { openDialog } from '../../platform/session/session.ts'
import { callsMeant, callsOfTool } from '../open/chosen-calls.ts'
import { isGone } from '../open/gone-runs.ts'
import { runStore } from '../open/run-view.ts'

interface Lifting extends Pick<Command, 'keys'> {
  readonly id: 'liftCalls' | 'liftToolCalls'
  calls(): readonly string[]
}

/** Offers to turn Calls of the open Run into an Idea. */
const lift = ({ id, keys, calls }: Lifting): Command => ({
  id,
  label: `command.${id}`,
  group: 'run',
  ...(keys !== undefined && { keys }),
  isEnabled: () => !IS_SAVED && !isGone(runStore.getState().runId) && calls().length > 0,
  run() {
    const { runId } = runStore.getState()
    if (runId !== null) openDialog({ type: 'extract', run: runId, calls: calls() })
  },
})

export const liftCalls = lift({ id: 'liftCalls', keys: ['Shift+L'], calls: callsMeant })

/** Those of the Tool that is selected. */
export const liftToolCalls = lift({
  id: 'liftToolCalls',
  calls() {
    const tool = selectedTool()
    return tool === null ? [] : callsOfTool(tool.idea, tool.tool)
  },
})
