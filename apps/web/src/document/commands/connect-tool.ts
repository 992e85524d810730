import { openDialog } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { selectedIdea } from './targets.ts'

export const connectTool: Command = {
  id: 'connect',
  label: 'command.connect',
  group: 'edit',
  keys: ['C'],
  isEnabled: () => selectedIdea() !== null,
  run() {
    const idea = selectedIdea()
    if (idea !== null) openDialog({ type: 'connect', idea })
  },
}
