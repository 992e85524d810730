import { openDialog } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { targetIdea } from './targets.ts'

export const run: Command = {
  id: 'run',
  label: 'command.runIdea',
  group: 'run',
  keys: ['Mod+Enter', 'R'],
  isEnabled: () => targetIdea() !== null,
  run() {
    const idea = targetIdea()
    if (idea !== null) openDialog({ type: 'run', idea, simulate: false })
  },
}
