import { Suspense, lazy } from 'react'
import { useStore } from 'zustand'
import { closeDialog, sessionStore, type Session } from '../../platform/session/session.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'

const OpenDialog = lazy(() => import('./OpenDialog.tsx').then(({ OpenDialog }) => ({ default: OpenDialog })))

const dialogOf = (session: Session) => session.dialog

/** The dialog that is open, if one is; its code loads when the first one opens. */
export function Dialogs() {
  const dialog = useStore(sessionStore, dialogOf)
  if (dialog === null) return null
  return (
    <ErrorBoundary key={dialog.type} onClose={closeDialog}>
      <Suspense fallback={null}>
        <OpenDialog dialog={dialog} />
      </Suspense>
    </ErrorBoundary>
  )
}
