import { giveActivity } from '../../document/commands/nodes/attach-activity.ts'
import { ADD_HANDLE } from '../../document/layout/geometry.ts'
import { ideaId } from '../../document/texts/files.ts'
import type { AddRequest } from '../../platform/session/session.ts'
import { take } from '../add/take.ts'
import { addMcpTool } from './add-mcp-tool.ts'
import type { Dragged } from './drag-tool.ts'

/** Gives the Idea a Tool for what was dropped on it. */
export function dropOnIdea(dragged: Dragged, idea: string): void {
  if (dragged.type === 'mcp') addMcpTool(dragged.tool, idea)
  else if (dragged.type === 'activity') giveActivity(idea, dragged.name)
  else void take(dragged, { at: { x: 0, y: 0 }, from: { node: ideaId(idea), handle: ADD_HANDLE } })
}

/** Makes an Idea of what was dropped on the empty canvas. */
export const dropOnCanvas = (dragged: Dragged, request: AddRequest): void => void take(dragged, request)
