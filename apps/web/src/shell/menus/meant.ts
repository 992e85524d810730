import { graphStore } from '../../document/graph/graph-store.ts'
import { isGroupId } from '../../document/layout/group-tree.ts'
import { isNoteId } from '../../document/layout/layout-file.ts'
import { ideaNames } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import { NOTHING, selectNode, selectTool, sessionStore } from '../../platform/session/session.ts'
import { callsMeant, chosenCallsStore } from '../../runs/open/chosen-calls.ts'
import { openRun, selectSpan } from '../../runs/open/run.ts'
import { runStore } from '../../runs/open/run-view.ts'
import type { MenuKind } from './menus.ts'

/** Selects the item under the pointer, as a click would. Null means the browser's own menu. */
export function kindAt(element: Element): MenuKind | null {
  const found = element.closest<HTMLElement | SVGElement>(
    '[data-span], [data-run], [data-dock-tab], [data-edge], [data-tool], [data-node], .react-flow__edge, .react-flow__node, .react-flow__pane',
  )
  if (found === null) return null
  const { span, run, dockTab, edge, tool, node, id } = found.dataset
  if (span !== undefined) return ofSpan(span)
  if (run !== undefined) return ofRun(run)
  if (dockTab !== undefined) return 'dock'
  if (edge !== undefined) return ofEdge(edge)
  if (tool !== undefined) return ofTool(found, tool)
  if (node !== undefined) return ofNode(node)
  if (found.matches('.react-flow__pane')) {
    sessionStore.setState({ selection: NOTHING })
    return 'canvas'
  }
  if (id === undefined) return null
  return found.matches('.react-flow__edge') ? ofEdge(id) : ofNode(id)
}

/** The menu of the selection, for a key that asks for it. */
export function kindOfSelection(): MenuKind {
  const { tool, nodes } = sessionStore.getState().selection
  if (tool !== null) return tool.to === undefined ? 'tool' : 'edge'
  const [first] = nodes
  return first === undefined ? 'canvas' : kindOfNode(first)
}

function ofSpan(span: string): MenuKind {
  if (!chosenCallsStore.getState().chosen.includes(span) || !callsMeant().includes(span)) selectSpan(span)
  return 'span'
}

function ofRun(run: string): MenuKind {
  if (runStore.getState().runId !== run) openRun(run)
  return 'run'
}

function ofEdge(id: string): MenuKind | null {
  const edge = graphStore.getState().shown.edges.find((each) => each.id === id)
  if (edge === undefined) return null
  selectTool(edge.from, edge.tool, edge.to)
  return 'edge'
}

function ofTool(row: Element, tool: string): MenuKind {
  const node = row.closest<HTMLElement>('.react-flow__node, [data-node]')?.dataset
  const id = node?.['id'] ?? node?.['node'] ?? holderOf(tool)
  if (id === undefined) return 'node'
  selectTool(id, tool)
  return 'tool'
}

/** The first Idea that has a shared Tool. */
const holderOf = (tool: string): string | undefined =>
  graphStore.getState().graph.nodes.find(({ tools }) => tools.some(({ name }) => name === tool))?.id

function ofNode(id: string): MenuKind {
  // The menu of a selected node acts on all selected nodes.
  if (!sessionStore.getState().selection.nodes.includes(id)) selectNode(id)
  return kindOfNode(id)
}

function kindOfNode(id: string): MenuKind {
  if (sessionStore.getState().selection.nodes.length > 1) return 'several'
  if (isNoteId(id)) return 'note'
  if (isGroupId(id)) return 'group'
  const name = nameOfIdeaNode(id)
  return name !== null && ideaNames(documentStore.getState().files).includes(name) ? 'idea' : 'node'
}
