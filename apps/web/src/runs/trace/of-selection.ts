import { ideaName, ideaNode, type Span } from '@ensemble/core/trace'
import type { Selection } from '../../platform/session/session.ts'

type Worker = Pick<Span, 'kind' | 'idea' | 'tool' | 'module' | 'activity'>

/** Whether a span is the work of the selection on the canvas: of a node, or of one Tool of an Idea. */
export function isOfSelection(span: Worker, { nodes, tool }: Selection): boolean {
  const idea = ideaNode(ideaName(span.idea))
  if (tool !== null) return span.kind === 'call' && span.tool === tool.name && idea === tool.node
  if (nodes.length === 0) return false
  if (span.kind !== 'call') return nodes.includes(idea)
  if (span.module !== undefined) return nodes.includes(ideaNode(ideaName(span.module)))
  if (span.activity === undefined) return false
  const [server = '', name] = span.activity.split('__')
  return nodes.includes(`activity:${span.activity}`) || (name !== undefined && nodes.includes(`mcp:${server}`))
}
