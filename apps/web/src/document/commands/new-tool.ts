import { openDialog } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { selectedIdea } from './targets.ts'

export const newTool: Command = {
  id: 'newTool',
  label: 'command.newTool',
  group: 'edit',
  keys: ['T'],
  isEnabled: () => selectedIdea() !== null,
  run() {
    const idea = selectedIdea()
    if (idea !== null) openDialog({ type: 'newTool', idea })
  },
}
