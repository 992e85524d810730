import { isGroupId } from '../../document/layout/group-tree.ts'
import { isNoteId } from '../../document/layout/layout-file.ts'
import { openEditor } from '../../platform/session/editor-place.ts'
import { enterIdea } from '../../document/graph/inside.ts'
import { focusField } from '../../platform/session/focus-field.ts'
import { editInPlace } from '../../document/graph/in-place.ts'
import { runStore } from '../../runs/open/run-view.ts'
import { focusedNode, sessionStore } from '../../platform/session/session.ts'
import type { Command } from '../../document/commands/command.ts'
import { selectedIdea, selectedTool } from '../../document/commands/targets.ts'

const showInspector = (inspectorTab: 'form' | 'json'): void =>
  sessionStore.setState(({ panels }) => ({ inspectorTab, panels: { ...panels, inspector: true } }))

/** The editor for the selected Tool; false where none is selected. */
function openTool(): boolean {
  const selected = selectedTool()
  if (selected === null) return false
  openEditor({ idea: selected.idea, part: { type: 'tool', name: selected.tool } })
  return true
}

export const editSchema: Command = {
  id: 'editSchema',
  label: 'command.editSchema',
  group: 'edit',
  keys: ['E'],
  isEnabled: () => focusedNode(sessionStore.getState()) !== null,
  run() {
    if (!openTool()) showInspector('json')
  },
}
/** The double click's action: open a Tool in its editor, an Idea's inside, or a note's text. */
export const open: Command = {
  id: 'open',
  label: 'command.open',
  group: 'go',
  keys: ['Enter'],
  isEnabled: () => focusedNode(sessionStore.getState()) !== null,
  run() {
    if (openTool()) return
    const focus = focusedNode(sessionStore.getState())
    const idea = selectedIdea()
    if (idea !== null) enterIdea(idea)
    else if (focus !== null && (isNoteId(focus) || isGroupId(focus))) editInPlace(focus)
    else showInspector('form')
  },
}
export const openInspector: Command = {
  id: 'openInspector',
  label: 'command.openInspector',
  group: 'go',
  keys: ['I'],
  isEnabled: () => focusedNode(sessionStore.getState()) !== null || runStore.getState().selectedSpan !== null,
  run() {
    showInspector('form')
    focusField.setState({ field: 'panel' })
  },
}
export const importTools: Command = {
  id: 'importTools',
  label: 'command.importTools',
  group: 'edit',
  isEnabled: () => selectedIdea() !== null,
  run() {
    const idea = selectedIdea()
    if (idea !== null) sessionStore.setState({ dialog: { type: 'importTools', idea, tool: null } })
  },
}
