import { togglePanel, type PanelName } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

const toggle = (panel: PanelName, keys: readonly string[]): Command => ({
  id: panel,
  label: `command.${panel}`,
  group: 'view',
  keys,
  isEnabled: always,
  run: () => togglePanel(panel),
})

export const togglePanels: readonly Command[] = [
  toggle('explorer', ['Mod+B']),
  toggle('inspector', ['Mod+I']),
  toggle('dock', ['Mod+J']),
  toggle('minimap', ['M']),
  toggle('activities', ['A']),
]
