import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { watchRunEnds } from '../../runs/open/run-ends.ts'
import { askToTell, canAskToTell } from '../../platform/browser/tell.ts'
import { DockButton } from './DockButton.tsx'
import { say } from '../../runs/trace/say.ts'

/** Offers a notice when an active Run is done or waits for a person; gone after the answer. */
export function TellButton() {
  const [isOpen, setOpen] = useState(canAskToTell)
  useEffect(
    () => watchRunEnds(({ status }) => (status === 'waiting' ? say('waitsForYou') : t(`runStatus.${status}`))),
    [],
  )
  if (!isOpen) return null
  return (
    <DockButton label={say('tell')} isIcon onClick={() => void askToTell().finally(() => setOpen(canAskToTell()))}>
      <Bell size={13} aria-hidden />
    </DockButton>
  )
}
