import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToKeyboard } from './commands/keyboard.ts'
import { giveFocusBack } from './dialogs/focus-back.ts'
import { language } from './i18n/language.ts'
import { whenTranslated } from './i18n/translated.ts'
import { App } from './shell/App.tsx'
import { startGraph } from './stores/derive-graph.ts'
import { startProfile } from './stores/profile.ts'
import { rememberPreferences } from './stores/preferences.ts'
import { openWorkspace } from './stores/workspace.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { watchPointing } from './styles/pointing.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

function start(): void {
  rememberPreferences()
  startProfile()
  startGraph()
  listenToKeyboard()
  watchPointing()
  giveFocusBack()
  void openWorkspace()

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
}

document.documentElement.lang = language
whenTranslated(start)
