import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from './platform/i18n/language.ts'
import { whenTranslated } from './platform/i18n/translated.ts'
import { App } from './shell/window/App.tsx'
import { startGraph } from './document/graph/derive-graph.ts'
import { startProfile } from './document/open/profile.ts'
import { tellLostParts } from './platform/session/lost-parts.ts'
import { rememberPreferences } from './platform/session/preferences.ts'
import { openWorkspace } from './document/saving/open-workspace.ts'
import { ErrorBoundary } from './platform/ui/ErrorBoundary.tsx'
import { watchPointing } from './platform/styles/pointing.ts'
import './platform/styles/fonts.css'
import './platform/styles/tokens.css'
import './platform/styles/base.css'

function start(): void {
  rememberPreferences()
  startProfile()
  startGraph()
  watchPointing()
  tellLostParts()
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
