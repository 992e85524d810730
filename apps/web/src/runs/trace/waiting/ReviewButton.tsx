import { useStore } from 'zustand'
import { chooseApproval, inboxStore, type Inbox } from '../../open/run-approvals.ts'
import { Button } from '../../../platform/ui/Button.tsx'

const waitingOf = ({ waiting }: Inbox): Inbox['waiting'] => waiting

interface ReviewButtonProps {
  readonly run: string
  readonly label: string
}

/** Leads to the Call of a Run that waits for a person; absent where none does. */
export function ReviewButton({ run, label }: ReviewButtonProps) {
  const waiting = useStore(inboxStore, waitingOf).find((one) => one.run === run)
  if (waiting === undefined) return null
  return (
    <Button size="small" onClick={() => chooseApproval(waiting)}>
      {label}
    </Button>
  )
}
