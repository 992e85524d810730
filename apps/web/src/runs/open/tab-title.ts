import { t } from '../../platform/i18n/run.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { runStore } from './run-view.ts'

/** The browser's tab says which workspace it is, and how the open Run does. Returns how to stop. */
export function nameTab(): () => void {
  const name = (): void => {
    const { status } = runStore.getState()
    const workspace = sessionStore.getState().facts?.name ?? ''
    const parts = [status === null ? '' : t(`runStatus.${status}`), workspace, 'Ensemble']
    const title = parts.filter((part) => part !== '').join(' · ')
    if (document.title !== title) document.title = title
  }
  name()
  const leave = [runStore.subscribe(name), sessionStore.subscribe(name)]
  return () => {
    for (const each of leave) each()
  }
}
