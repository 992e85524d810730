import { sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import type { Arrangement } from './nodes/arrange.ts'

const arrangement = (id: Arrangement, least: number): Command => ({
  id,
  label: `command.${id}`,
  group: 'edit',
  isOfCanvas: true,
  isEnabled: () => sessionStore.getState().selection.nodes.length >= least,
  run: () => void import('./nodes/arrange.ts').then(({ arrange }) => arrange(id)),
})

export const arrangements: readonly Command[] = [
  arrangement('alignLeft', 2),
  arrangement('alignTop', 2),
  arrangement('distributeAcross', 3),
  arrangement('distributeDown', 3),
]
