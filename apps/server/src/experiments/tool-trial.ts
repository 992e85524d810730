import type { Json, LoadedIdea } from '@ensemble/core'
import { latentTrialOf, trialOf, withAuthoredActivity } from '@ensemble/core/host'
import type { ExperimentCell } from '@ensemble/core/trace'
import type { Workspace } from '../workspace/workspace-types.ts'
import type { Experiment, ToolBothWays } from './experiment-file.ts'

/** The Idea in which one recorded Call is done again: by its Activity (the first variant) or by a model. */
export const toolTrial = async (
  workspace: Workspace,
  { idea }: Experiment,
  { name, schema, activity, calls }: ToolBothWays,
  cell: Omit<ExperimentCell, 'status'>,
): Promise<{ readonly loaded: LoadedIdea; readonly input: Json | undefined } | undefined> => {
  const place = calls[cell.input]
  if (place === undefined) return undefined
  const { call, state, input } = place
  const held = await workspace.ideas.resolve(idea)
  // The state that the Call could see: a later state Message joins the Idea's own.
  const context = [...held.idea.context, ...(Object.keys(state).length > 0 ? [{ type: 'state', state } as const] : [])]
  const holder: LoadedIdea = { ...held, idea: { ...held.idea, context } }
  const loaded =
    cell.variant === 0
      ? trialOf(holder, { name, schema: withAuthoredActivity(schema, activity), call, profile: {} })
      : latentTrialOf(holder, { name, schema, call })
  return { loaded, input }
}
