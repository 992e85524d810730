import { canvasView } from '../../document/graph/canvas-view.ts'
import { ADD_HANDLE } from '../../document/layout/geometry.ts'
import { ideaId, nameOfIdeaNode } from '../../document/texts/files.ts'
import { giveActivity } from '../../document/commands/nodes/attach-activity.ts'
import { addMcpTool } from './add-mcp-tool.ts'
import { openDialog } from '../../platform/session/session.ts'
import type { Choice } from '../add/choices.ts'
import { take } from '../add/take.ts'
import type { McpTool } from '../../platform/api/mcp-client.ts'

const MARK = 'drop'

const ideaAt = (event: DragEvent): { readonly element: HTMLElement; readonly idea: string } | null => {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.react-flow__node') : null
  const idea = nameOfIdeaNode(element?.dataset['id'] ?? '')
  return element === null || idea === null ? null : { element, idea }
}

/** Follows the drag of one tool of an MCP server until it ends; an Idea on the canvas takes it, or the empty canvas. */
export const dragTool = (tool: McpTool, server: string, transfer: DataTransfer): void =>
  follow({ type: 'mcp', name: tool.name, tool, server }, transfer, (idea) => addMcpTool(tool, idea))

/** The same for an Activity, which the Idea gets a Tool for. */
export const dragActivity = (name: string, transfer: DataTransfer): void =>
  follow({ type: 'activity', name }, transfer, (idea) => giveActivity(idea, name))

/** The same for a shared Tool. */
export const dragShared = (name: string, transfer: DataTransfer): void =>
  follow({ type: 'tool', name, uses: 0 }, transfer, (idea) => {
    const from = { node: ideaId(idea), handle: ADD_HANDLE }
    void take({ type: 'tool', name, uses: 0 }, { at: { x: 0, y: 0 }, from })
  })

/** Opens the list of templates where the drag ends. */
export const dragTemplates = (transfer: DataTransfer): void => follow(null, transfer, null)

const isCanvas = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.react-flow__pane') !== null &&
  target.closest('.react-flow__node') === null

/** The canvas knows nothing of what is dragged: its nodes are found by their ids. */
function follow(choice: Choice | null, transfer: DataTransfer, onIdea: ((idea: string) => void) | null): void {
  transfer.setData('text/plain', choice?.name ?? '')
  transfer.effectAllowed = 'copy'
  const stop = new AbortController()
  let marked: HTMLElement | null = null
  const mark = (element: HTMLElement | null): void => {
    if (marked !== null) delete marked.dataset[MARK]
    marked = element
    if (marked !== null) marked.dataset[MARK] = ''
  }
  const { signal } = stop
  document.addEventListener(
    'dragover',
    (event) => {
      const target = onIdea === null ? null : ideaAt(event)
      mark(target?.element ?? null)
      if (target === null && !isCanvas(event.target)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    },
    { signal },
  )
  document.addEventListener(
    'drop',
    (event) => {
      const target = onIdea === null ? null : ideaAt(event)
      if (target === null && !isCanvas(event.target)) return
      event.preventDefault()
      if (target !== null) return onIdea?.(target.idea)
      const at = { x: event.clientX, y: event.clientY }
      const place = canvasView()?.toCanvas(at)
      const request = { at, ...(place !== undefined && { place }) }
      if (choice === null) openDialog({ type: 'add', ...request, section: 'templates' })
      else void take(choice, request)
    },
    { signal },
  )
  document.addEventListener(
    'dragend',
    () => {
      mark(null)
      stop.abort()
    },
    { signal },
  )
}
