import { deleteNodes, findTool, removeTool, retarget } from '../edits/intents.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { graphStore } from '../graph/graph-store.ts'
import { NOTHING, selectTool, sessionStore } from '../../platform/session/session.ts'
import { ideaId } from '../texts/files.ts'
import type { Command } from './command.ts'
import { selectedGroup } from './group-targets.ts'
import { removeGroup } from './groups.ts'
import { selectedIdeas, selectedNotes, selectedTool } from './targets.ts'

/** Deletes the selection: a delegation, else a Tool, else Ideas and notes, else a group's frame. Undo restores it. */
export const remove: Command = {
  id: 'delete',
  label: 'command.delete',
  group: 'edit',
  keys: ['Delete', 'Backspace'],
  isEnabled: () =>
    selectedTool() !== null ||
    selectedIdeas().length > 0 ||
    selectedNotes().length > 0 ||
    selectedGroup() !== undefined,
  run() {
    const { problems } = graphStore.getState().graph
    removeSelected()
    void import('./tell-dangling.ts').then(({ tellDangling }) => tellDangling(problems))
  },
}

function removeSelected(): void {
  const { files } = documentStore.getState()
  const selected = selectedTool()
  const group = selectedGroup()
  if (group !== undefined && selectedIdeas().length + selectedNotes().length === 0) {
    removeGroup(group)
    return
  }
  if (selected === null) {
    const nodes = [...selectedIdeas().map(ideaId), ...selectedNotes()]
    applyEdits('delete', deleteNodes(files, selectedIdeas(), selectedNotes()), { about: { nodes } })
    sessionStore.setState({ selection: NOTHING })
    return
  }
  const place = findTool(files, selected.idea, selected.tool)
  if (place === undefined) return
  const about = { nodes: [ideaId(selected.idea)], tool: selected.tool }
  if (selected.to !== undefined) {
    const module = selected.to.replace(/^(idea|missing):/, '').replace(/^idea:\/\//, '')
    applyEdits('delete', [retarget(files, place, module, null)], { about })
    selectTool(`idea:${selected.idea}`, selected.tool)
    return
  }
  applyEdits('delete', [removeTool(files, place, selected.idea)], { about })
  sessionStore.setState({ selection: { nodes: [`idea:${selected.idea}`], tool: null } })
}
