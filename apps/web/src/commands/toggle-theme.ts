import { sessionStore } from '../stores/session.ts'
import { always, type Command } from './command.ts'

export const toggleTheme: Command = {
  id: 'theme',
  label: 'command.theme',
  group: 'view',
  keys: ['Shift+D'],
  isEnabled: always,
  run() {
    sessionStore.setState(({ theme }) => {
      const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
      return { theme: isDark ? 'light' : 'dark' }
    })
  },
}
