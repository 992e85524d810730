import { Hand } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { chooseApproval, inboxStore, watchInbox, type Inbox } from '../../open/run-approvals.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { askToTell } from '../../../platform/browser/tell.ts'
import css from './InboxButton.module.css'

const pickWaiting = (inbox: Inbox): Inbox['waiting'] => inbox.waiting

/** How many Calls wait for a person, over all Runs; absent while none does. Opens the oldest. */
export function InboxButton() {
  const waiting = useStore(inboxStore, pickWaiting)
  useEffect(watchInbox, [])
  const [oldest] = waiting
  if (oldest === undefined) return null
  const label = t('runs.waitingBadge', { count: waiting.length })
  return (
    <Button
      className={css.badge}
      aria-label={label}
      title={label}
      onClick={() => {
        chooseApproval(oldest)
        void askToTell()
      }}
    >
      <Hand size={14} aria-hidden />
      {waiting.length}
    </Button>
  )
}
