import { focusedNode, sessionStore } from '../stores/session.ts'
import type { Command } from './command.ts'

export const editSchema: Command = {
  id: 'editSchema',
  label: 'command.editSchema',
  group: 'edit',
  keys: ['E'],
  isEnabled: () => focusedNode(sessionStore.getState()) !== null,
  run: () => sessionStore.setState(({ panels }) => ({ inspectorTab: 'json', panels: { ...panels, inspector: true } })),
}
export const openInspector: Command = {
  id: 'open',
  label: 'command.open',
  group: 'go',
  keys: ['Enter'],
  isEnabled: () => focusedNode(sessionStore.getState()) !== null,
  run: () => sessionStore.setState(({ panels }) => ({ inspectorTab: 'form', panels: { ...panels, inspector: true } })),
}
