import { editNote } from '../graph/note-editing.ts'
import { openDialog } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { selectedGroup } from './group-targets.ts'
import { selectedIdea, selectedTool } from './targets.ts'

export const rename: Command = {
  id: 'rename',
  label: 'command.rename',
  group: 'edit',
  keys: ['F2'],
  isEnabled: () => selectedIdea() !== null || selectedGroup() !== undefined,
  run() {
    const group = selectedGroup()
    if (group !== undefined) {
      editNote(group)
      return
    }
    const tool = selectedTool()
    const idea = selectedIdea()
    if (tool !== null) openDialog({ type: 'renameTool', idea: tool.idea, tool: tool.tool })
    else if (idea !== null) openDialog({ type: 'renameIdea', idea })
  },
}
