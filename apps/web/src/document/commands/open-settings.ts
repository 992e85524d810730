import { goTo } from '../../platform/session/location.ts'
import { always, type Command } from './command.ts'

export const openSettings: Command = {
  id: 'settings',
  label: 'command.settings',
  group: 'go',
  keys: ['Mod+,'],
  isEnabled: always,
  run: () => goTo('settings'),
}
