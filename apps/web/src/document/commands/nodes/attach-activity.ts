import { isObject, type GraphNode, type JsonObject } from '@ensemble/core'
import { ideaId } from '../../texts/files.ts'
import { addToolCopy, findTool } from '../../edits/intents.ts'
import { bindTool, swapActivity } from '../../edits/profile.ts'
import { isSharedName, modeSource } from '../../edits/mode-choices.ts'
import { applyEdits, documentStore } from '../../open/document-store.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { activeProfile } from '../../open/profile.ts'
import { withRoom } from './make-room.ts'
import { selectTool, sessionStore } from '../../../platform/session/session.ts'

/** The parameters that another Tool already gives the Activity; none without a user. */
function parametersOf(activity: GraphNode | undefined): Pick<JsonObject, 'properties' | 'required'> {
  const input = isObject(activity?.input) ? activity.input : {}
  const properties = isObject(input.properties) ? input.properties : {}
  const own = Object.entries(properties).filter(([name]) => !name.startsWith('_'))
  return { properties: Object.fromEntries(own), required: Array.isArray(input.required) ? input.required : [] }
}

/** The Tool that an Activity does the work of. */
export function activityTool(activity: string): JsonObject {
  const node = graphStore.getState().graph.nodes.find(({ id }) => id === `activity:${activity}`)
  const { properties, required } = parametersOf(node)
  return {
    type: 'object',
    description: '',
    properties: { _activity: { const: activity }, ...(isObject(properties) && properties) },
    required: required ?? [],
  }
}

/** Gives an Idea a Tool that the Activity does the work of; one step of undo. */
export function giveActivity(idea: string, activity: string): void {
  const { edit, tool } = addToolCopy(documentStore.getState().files, idea, activity, activityTool(activity))
  applyEdits('attachActivity', withRoom(edit, idea), { about: { nodes: [ideaId(idea)], tool } })
  selectTool(ideaId(idea), tool)
}

/** Binds the Activity to a Tool in the workspace, never in the Idea. False if the Idea fixes its Tool as latent. */
export function bindActivity(idea: string, tool: string, activity: string): boolean {
  const { files } = documentStore.getState()
  const session = sessionStore.getState()
  const place = findTool(files, idea, tool)
  if (place === undefined) return false
  const row = graphStore
    .getState()
    .graph.nodes.find(({ id }) => id === ideaId(idea))
    ?.tools.find(({ name }) => name === tool)
  const profile = activeProfile(session)
  const source = modeSource(place, row, session.surroundings.profile, idea)
  if (source.type === 'fixedLatent') return false
  const scope = isSharedName(files, idea, tool) ? 'idea' : 'all'
  const edit =
    source.type === 'named'
      ? swapActivity(files, profile, source.authored, source.authored === activity ? undefined : activity)
      : bindTool(files, { profile, tool, idea, scope }, activity)
  applyEdits('attachActivity', [edit], { about: { nodes: [ideaId(idea)], tool } })
  selectTool(ideaId(idea), tool)
  return true
}
