import { notify, type NoticeAction } from '../../platform/session/notify.ts'
import { lastStep } from '../texts/last-step.ts'
import { documentStore } from './document-store.ts'

const KEY = 'step'
let unsubscribe: (() => void) | null = null

/** A notice about the last step. It goes when that step is undone or another one follows. */
export function tellStep(title: string, description: string, action?: NoticeAction, other?: NoticeAction): void {
  const stepOf = () => lastStep(documentStore.getState().history)?.entry
  const told = stepOf()
  const undone = documentStore.getState().history.future.length
  unsubscribe?.()
  unsubscribe = documentStore.subscribe(({ history }) => {
    if (stepOf() === told && history.future.length === undone) return
    unsubscribe?.()
    unsubscribe = null
    notify.gone(KEY)
  })
  notify.tell(title, description, action, { other, key: KEY })
}
