import { focusField } from '../../platform/session/focus-field.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { selectedTool } from './targets.ts'

/** Leads to the one control that says how the selected Tool's Calls run. */
export const switchMode: Command = {
  id: 'switchMode',
  label: 'command.switchMode',
  group: 'edit',
  keys: ['Shift+M'],
  isEnabled: () => selectedTool() !== null,
  run() {
    sessionStore.setState(({ panels }) => ({ inspectorTab: 'form', panels: { ...panels, inspector: true } }))
    focusField.setState({ field: 'mode' })
  },
}
