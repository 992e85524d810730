import { openDialog } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { targetIdea } from './targets.ts'

export const simulate: Command = {
  id: 'simulate',
  label: 'command.simulateIdea',
  group: 'run',
  keys: ['Mod+Shift+Enter'],
  isEnabled: () => targetIdea() !== null,
  run() {
    const idea = targetIdea()
    if (idea !== null) openDialog({ type: 'run', idea, simulate: true })
  },
}
