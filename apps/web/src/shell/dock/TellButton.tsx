import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { watchRunEnds } from '../../runs/open/run-ends.ts'
import { askToTell, canAskToTell } from '../../platform/browser/tell.ts'
import { DockButton } from './DockButton.tsx'
import { say } from '../../runs/trace/say.ts'

/** Offers to tell when a Run that goes on is done or waits for a person; gone once the person said yes or no. */
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
