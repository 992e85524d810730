import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { removeRun } from '../open/run-list.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { notify } from '../../platform/session/notify.ts'
import { say } from './say.ts'

interface DeleteChosenProps {
  readonly runs: readonly string[]
  /** Gets each deleted Run. */
  readonly onDeleted: (run: string) => void
}

/** Confirms before deleting several Runs; a refusal is shown and stops the rest. */
export function DeleteChosen({ runs, onDeleted }: DeleteChosenProps) {
  const [asked, setAsked] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const removeAll = async (): Promise<void> => {
    setDeleting(true)
    try {
      for (const run of runs) {
        await removeRun(run)
        onDeleted(run)
      }
    } catch (error) {
      notify.refusal(error)
    }
    setDeleting(false)
    setAsked(false)
  }
  if (runs.length === 0) return null
  return (
    <Button
      look={asked ? 'danger' : 'plain'}
      disabled={deleting}
      onBlur={() => setAsked(false)}
      onClick={() => (asked ? void removeAll() : setAsked(true))}
    >
      <Trash2 size={13} aria-hidden />{' '}
      {say(deleting ? 'deleting' : asked ? 'deleteSure' : 'deleteChosen', { count: runs.length })}
    </Button>
  )
}
