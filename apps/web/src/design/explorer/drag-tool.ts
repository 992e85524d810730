import { nameOfIdeaNode } from '../../document/texts/files.ts'
import { giveActivity } from '../../document/commands/nodes/attach-activity.ts'
import { addMcpTool } from './add-mcp-tool.ts'
import type { McpTool } from './mcp-client.ts'

const MARK = 'drop'

const ideaAt = (event: DragEvent): { readonly element: HTMLElement; readonly idea: string } | null => {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.react-flow__node') : null
  const idea = nameOfIdeaNode(element?.dataset['id'] ?? '')
  return element === null || idea === null ? null : { element, idea }
}

/** Follows the drag of one tool of an MCP server until it ends; an Idea on the canvas takes it. */
export const dragTool = (tool: McpTool, transfer: DataTransfer): void =>
  dragOntoIdea(tool.name, transfer, (idea) => addMcpTool(tool, idea))

/** The same for an Activity, which the Idea gets a Tool for. */
export const dragActivity = (activity: string, transfer: DataTransfer): void =>
  dragOntoIdea(activity, transfer, (idea) => giveActivity(idea, activity))

/** The canvas knows nothing of what is dragged: its nodes are found by their ids. */
function dragOntoIdea(text: string, transfer: DataTransfer, onDrop: (idea: string) => void): void {
  transfer.setData('text/plain', text)
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
      const target = ideaAt(event)
      mark(target?.element ?? null)
      if (target === null) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    },
    { signal },
  )
  document.addEventListener(
    'drop',
    (event) => {
      const target = ideaAt(event)
      if (target === null) return
      event.preventDefault()
      onDrop(target.idea)
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
