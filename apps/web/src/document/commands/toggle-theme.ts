import { sessionStore } from '../../platform/session/session.ts'
import { isDark } from '../../platform/styles/theme.ts'
import { always, type Command } from './command.ts'

export const toggleTheme: Command = {
  id: 'theme',
  label: 'command.theme',
  group: 'view',
  keys: ['Shift+D'],
  isEnabled: always,
  run() {
    sessionStore.setState({ theme: isDark() ? 'light' : 'dark' })
  },
}
