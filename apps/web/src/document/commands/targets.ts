import { ideaFile, ideaId, nameOfIdeaNode } from '../texts/files.ts'
import { isGroupId } from '../layout/group-tree.ts'
import { isNoteId } from '../layout/layout-file.ts'
import { documentStore } from '../open/document-store.ts'
import { graphStore } from '../graph/graph-store.ts'
import { focusedNode, sessionStore } from '../../platform/session/session.ts'

/** The commands' Idea: the selected one, else the one without callers, else the first. */
export function targetIdea(): string | null {
  const selected = selectedIdea()
  if (selected !== null) return selected
  const { nodes, edges } = graphStore.getState().graph
  const called = new Set(edges.map(({ to }) => to))
  const ideas = nodes.filter(({ kind }) => kind === 'idea')
  return (ideas.find(({ id }) => !called.has(id)) ?? ideas[0])?.name ?? null
}

/** The selected Idea, or the one whose Tool is selected. */
export function selectedIdea(): string | null {
  const id = focusedNode(sessionStore.getState())
  const name = id === null ? null : nameOfIdeaNode(id)
  return name !== null && documentStore.getState().files.get(ideaFile(name))?.text != null ? name : null
}

export const selectedTool = (): { readonly idea: string; readonly tool: string; readonly to?: string } | null => {
  const { tool } = sessionStore.getState().selection
  const idea = selectedIdea()
  return tool === null || idea === null
    ? null
    : { idea, tool: tool.name, ...(tool.to === undefined ? {} : { to: tool.to }) }
}

export const selectedIdeas = (): readonly string[] =>
  sessionStore.getState().selection.nodes.flatMap((id) => nameOfIdeaNode(id) ?? [])

export const selectedNotes = (): readonly string[] => sessionStore.getState().selection.nodes.filter(isNoteId)

/** Copy's subject without a selected Tool: all selected Ideas, notes and groups. */
export const copiedNodes = (): readonly string[] => [
  ...selectedIdeas().map(ideaId),
  ...selectedNotes(),
  ...sessionStore.getState().selection.nodes.filter(isGroupId),
]
export const canCopy = (): boolean => selectedTool() !== null || copiedNodes().length > 0
