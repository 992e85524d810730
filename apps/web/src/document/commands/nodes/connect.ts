import { ADD_HANDLE } from '../../layout/geometry.ts'
import { nameOfIdeaNode } from '../../texts/files.ts'
import { delegate, findTool, retarget } from '../../edits/intents.ts'
import { isJson } from '../../texts/document.ts'
import { ideaFile } from '../../texts/files.ts'
import { connecting } from '../../../platform/i18n/en/connecting.ts'
import { createTexts } from '../../../platform/i18n/index.ts'
import { applyEdits, documentStore } from '../../open/document-store.ts'
import { selectTool } from '../../../platform/session/session.ts'
import { withRoom } from './make-room.ts'
import { notify } from '../../../platform/session/notify.ts'

const say = createTexts({ connecting })

/** An end of a connection that is being drawn: a node and the port it leaves from. */
export interface Port {
  readonly node: string
  readonly handle: string | null
}

const brokenFile = (idea: string): string | null => {
  const text = documentStore.getState().files.get(ideaFile(idea))?.text
  return text === null || text === undefined || isJson(text) ? null : ideaFile(idea)
}

/** Why `from` cannot delegate to `to`, as a sentence for the pointer; null when it can. */
export function refusal(from: Port, to: string): string | null {
  const source = nameOfIdeaNode(from.node)
  const target = nameOfIdeaNode(to)
  if (source !== null && activityOf(to) !== null) {
    const broken = brokenFile(source)
    return broken === null ? null : say('broken', { file: broken })
  }
  if (to.startsWith('mcp:')) return say('server')
  if (source === null || target === null) return say('kind')
  if (source === target) return say('self')
  const broken = brokenFile(source) ?? brokenFile(target)
  return broken === null ? null : say('broken', { file: broken })
}

const toolOf = ({ handle }: Port): string | null =>
  handle?.startsWith('tool:') === true ? handle.slice('tool:'.length) : null

const activityOf = (node: string): string | null =>
  node.startsWith('activity:') ? node.slice('activity:'.length) : null

/** An Activity gets a new Tool from "+ tool", or the work of the Tool that the wire came from. */
async function attach(idea: string, tool: string | null, activity: string): Promise<void> {
  const { bindActivity, giveActivity } = await import('./attach-activity.ts')
  if (tool === null) giveActivity(idea, activity)
  else if (!bindActivity(idea, tool, activity)) notify.error(say('latent', { tool }))
}

/** Draws the delegation: from "+ tool" a new Tool, from a Tool's own row its module; one step of undo. */
export function connect(from: Port, to: string): void {
  const source = nameOfIdeaNode(from.node)
  const target = nameOfIdeaNode(to)
  const activity = activityOf(to)
  const tool = toolOf(from)
  if (source !== null && activity !== null) void attach(source, tool, activity)
  if (source === null || target === null) return
  const { files } = documentStore.getState()
  if (tool === null || from.handle === ADD_HANDLE) {
    const made = delegate(files, source, target)
    applyEdits('connect', withRoom(made.edit, source), { about: { nodes: [from.node], tool: made.tool } })
    selectTool(from.node, made.tool)
    return
  }
  const place = findTool(files, source, tool)
  if (place === undefined) return
  applyEdits('connect', [retarget(files, place, null, target)], { about: { nodes: [from.node], tool } })
  selectTool(from.node, tool)
}

/** Points the edge of `tool` from one Idea at another. */
export function reconnect(node: string, tool: string, from: string, to: string): void {
  const source = nameOfIdeaNode(node)
  const target = nameOfIdeaNode(to)
  if (source === null || target === null || from === to) return
  const { files } = documentStore.getState()
  const place = findTool(files, source, tool)
  if (place === undefined) return
  const before = from.replace(/^(idea|missing):/, '').replace(/^idea:\/\//, '')
  applyEdits('reconnect', [retarget(files, place, before, target)], { about: { nodes: [node], tool } })
  selectTool(node, tool)
}
