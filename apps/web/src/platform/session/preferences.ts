import { isObject } from '@ensemble/core'
import { sessionStore, type PanelName, type Session, type Theme } from './session.ts'

const KEY = 'ensemble:preferences'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const applyTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
}

function readPreferences(): Partial<Session> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (!isObject(stored)) return {}
    const { panels } = sessionStore.getState()
    const kept = isObject(stored.panels) ? stored.panels : {}
    const next = Object.fromEntries(
      Object.entries(panels).map(([name, shown]) => [name, typeof kept[name] === 'boolean' ? kept[name] : shown]),
    ) as Record<PanelName, boolean> // the keys are those of `panels`
    const theme = THEMES.find((name) => name === stored.theme) ?? 'system'
    const sections = isObject(stored.sections) ? stored.sections : {}
    const open = Object.entries(sections).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
    const dragging = stored.dragging === 'select' ? 'select' : 'pan'
    return { panels: next, theme, dragging, sections: Object.fromEntries(open) }
  } catch {
    return {}
  }
}

/** Brings back what this browser remembers of the window, and remembers what changes. Call once, before drawing. */
export function rememberPreferences(): void {
  sessionStore.setState(readPreferences())
  applyTheme(sessionStore.getState().theme)
  sessionStore.subscribe((session, before) => {
    if (session.theme !== before.theme) applyTheme(session.theme)
    const { theme, panels, sections, dragging } = session
    const isSameWindow = theme === before.theme && panels === before.panels && sections === before.sections
    if (isSameWindow && dragging === before.dragging) return
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, panels, sections, dragging }))
    } catch {
      // A browser without storage forgets; nothing of the user's work is kept here.
    }
  })
}
