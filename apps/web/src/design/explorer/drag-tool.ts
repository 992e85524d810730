import { canvasView } from '../../document/graph/canvas-view.ts'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import type { McpTool } from '../../platform/api/mcp-client.ts'
import { holdKeys } from '../../platform/session/held-keys.ts'
import { openDialog } from '../../platform/session/session.ts'
import type { Choice } from '../add/choices.ts'

const MARK = 'drop'

const ideaAt = (event: DragEvent): { readonly element: HTMLElement; readonly idea: string } | null => {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.react-flow__node') : null
  const idea = nameOfIdeaNode(element?.dataset['id'] ?? '')
  return element === null || idea === null ? null : { element, idea }
}

/** A tool of an MCP server, an Activity or a shared Tool. */
export type Dragged = Extract<Choice, { readonly type: 'mcp' | 'activity' | 'tool' }>

/** Follows the drag of one tool of an MCP server until it ends; an Idea on the canvas takes it, or the empty canvas. */
export const dragTool = (tool: McpTool, server: string, transfer: DataTransfer): void =>
  follow({ type: 'mcp', name: tool.name, tool, server }, transfer)

/** The same for an Activity, which the Idea gets a Tool for. */
export const dragActivity = (name: string, transfer: DataTransfer): void => follow({ type: 'activity', name }, transfer)

/** The same for a shared Tool. */
export const dragShared = (name: string, transfer: DataTransfer): void =>
  follow({ type: 'tool', name, uses: 0 }, transfer)

/** Opens the list of templates where the drag ends. */
export const dragTemplates = (transfer: DataTransfer): void => follow(null, transfer)

const isCanvas = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.react-flow__pane') !== null &&
  target.closest('.react-flow__node') === null

/** The code of a drop comes with it: a drag works from its first moment on. */
const drop = (act: (code: typeof import('./drop.ts')) => void): void => void holdKeys(import('./drop.ts').then(act))

/** The canvas knows nothing of what is dragged: its nodes are found by their ids. */
function follow(dragged: Dragged | null, transfer: DataTransfer): void {
  transfer.setData('text/plain', dragged?.name ?? '')
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
      const target = dragged === null ? null : ideaAt(event)
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
      const target = dragged === null ? null : ideaAt(event)
      if (target === null && !isCanvas(event.target)) return
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      const place = canvasView()?.toCanvas(at)
      const request = { at, ...(place !== undefined && { place }) }
      if (dragged === null) openDialog({ type: 'add', ...request, section: 'templates' })
      else if (target === null) drop(({ dropOnCanvas }) => dropOnCanvas(dragged, request))
      else drop(({ dropOnIdea }) => dropOnIdea(dragged, target.idea))
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
