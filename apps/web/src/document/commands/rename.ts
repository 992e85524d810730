import { canvasView } from '../graph/canvas-view.ts'
import { editInPlace, toolInPlace } from '../graph/in-place.ts'
import { isInside } from '../graph/inside.ts'
import { ideaId } from '../texts/files.ts'
import type { Command } from './command.ts'
import { selectedGroup } from './group-targets.ts'
import { selectedIdea, selectedTool } from './targets.ts'

/** Below this zoom a large graph is painted, and there is no name to write in. */
const MOUNTED = 0.32

/** Writes the name of the selection: of a group, a Tool or an Idea. */
export const rename: Command = {
  id: 'rename',
  label: 'command.rename',
  group: 'edit',
  keys: ['F2'],
  isOfCanvas: true,
  isEnabled: () => selectedIdea() !== null || selectedGroup() !== undefined,
  run() {
    const tool = selectedTool()
    const idea = selectedIdea()
    const id = selectedGroup() ?? (idea === null ? null : ideaId(idea))
    if (id === null) return
    if (!isInside()) canvasView()?.reveal(id, MOUNTED)
    editInPlace(tool === null ? id : toolInPlace(ideaId(tool.idea), tool.tool))
  },
}
