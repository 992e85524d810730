import { useStore } from 'zustand'
import { closeDialog, sessionStore, type Session } from '../../platform/session/session.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { part } from '../../platform/ui/part.tsx'

const OpenDialog = part(() => import('./OpenDialog.tsx').then((module) => module.OpenDialog))

const dialogOf = (session: Session) => session.dialog

/** The dialog that is open, if one is; its code loads when the first one opens. */
export function Dialogs() {
  const dialog = useStore(sessionStore, dialogOf)
  if (dialog === null) return null
  return (
    <ErrorBoundary key={dialog.type} onClose={closeDialog}>
      <OpenDialog dialog={dialog} />
    </ErrorBoundary>
  )
}
