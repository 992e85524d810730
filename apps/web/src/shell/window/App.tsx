import { useRest } from './use-rest.ts'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { closeEditor, editorPlace } from '../../platform/session/editor-place.ts'
import { ModeShapes } from '../../platform/ui/ModeIcon.tsx'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { firstNotice } from '../../platform/session/notify.ts'
import styles from './app.module.css'
import { Dialogs } from './Dialogs.tsx'
import { goTo, placeStore, watchLocation, type Place } from '../../platform/session/location.ts'
import { followSelection } from '../../document/graph/inside.ts'
import { TopBar } from './TopBar.tsx'
import { Workbench } from './Workbench.tsx'
import { part } from '../../platform/ui/part.tsx'

const phaseOf = (session: Session) => session.phase
const isEditing = ({ place }: { readonly place: unknown }): boolean => place !== null
const Menus = part(() => import('../menus/Menus.tsx').then((module) => module.Menus), { isQuiet: true })
const pageOf = (place: Place) => place.page
const announcementOf = (session: Session) => session.announcement

const SchemaEditor = part(() =>
  import('../../design/schema-editor/SchemaEditor.tsx').then((module) => module.SchemaEditor),
)
const OpenFailed = part(() => import('../workspaces/OpenFailed.tsx').then((module) => module.OpenFailed))
const Page = part(() => import('./Pages.tsx').then((module) => module.Page))
const Banners = part(() => import('./rest.ts').then((module) => module.Banners), { isQuiet: true })
const StatusBar = part(() => import('./rest.ts').then((module) => module.StatusBar), { isQuiet: true })
const Toasts = part(() => import('../../platform/ui/Toasts.tsx').then((module) => module.Toasts), { isQuiet: true })

/** The whole window. */
export function App() {
  const phase = useStore(sessionStore, phaseOf)
  const announcement = useStore(sessionStore, announcementOf)
  const page = useStore(placeStore, pageOf)
  // A page covers the editor, too, which is back when the page is closed.
  const editing = useStore(editorPlace, isEditing) && page === 'bench'
  useEffect(watchLocation, [])
  useEffect(followSelection, [])
  const isSettled = useRest(phase === 'open')
  const [hasNotice, setHasNotice] = useState(false)
  useEffect(() => void firstNotice().then(() => setHasNotice(true)), [])
  return (
    <div className={styles.app} data-full={page === 'trace'}>
      <ModeShapes />
      {page !== 'trace' && <TopBar />}
      <div className={styles.middle}>
        {isSettled && <Banners />}
        {phase === 'failed' ? (
          <OpenFailed />
        ) : (
          <div className={styles.bench} inert={editing || page !== 'bench'}>
            <Workbench isOpening={phase === 'opening'} />
          </div>
        )}
        {editing && (
          <ErrorBoundary onClose={closeEditor}>
            <SchemaEditor />
          </ErrorBoundary>
        )}
        {page !== 'bench' && (
          <ErrorBoundary key={page} onClose={() => goTo('bench')}>
            <Page name={page} />
          </ErrorBoundary>
        )}
      </div>
      {page !== 'trace' && (isSettled || phase === 'failed' ? <StatusBar /> : <footer className={styles.status} />)}
      <Dialogs />
      <Menus />
      {hasNotice && (
        <ErrorBoundary onClose={() => setHasNotice(false)}>
          <Toasts />
        </ErrorBoundary>
      )}
      <div data-visually-hidden role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  )
}
