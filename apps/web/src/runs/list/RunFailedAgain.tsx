import type { Run } from '@ensemble/core'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { createRun, readStored } from '../../platform/api/run-client.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { say } from './say.ts'

interface RunFailedAgainProps {
  readonly runs: readonly Run[]
  /** Called with each Run whose new Run has started. */
  readonly onStarted: (run: string) => void
}

/** Starts the failed ones of the chosen Runs again, with their input and model and the current files; asks once more before. */
export function RunFailedAgain({ runs, onStarted }: RunFailedAgainProps) {
  const [asked, setAsked] = useState(false)
  const [starting, setStarting] = useState(false)
  const failed = runs.filter(({ status, damaged }) => status === 'failed' && damaged !== true)
  const startAll = async (): Promise<void> => {
    setStarting(true)
    try {
      for (const { id, idea, input, model, profile } of failed) {
        await createRun({ idea, input: await readStored(id, input), model, profile })
        onStarted(id)
      }
    } catch (error) {
      notify.refusal(error)
    }
    setStarting(false)
    setAsked(false)
  }
  if (failed.length === 0) return null
  return (
    <Button
      disabled={starting}
      title={say('againHint')}
      onBlur={() => setAsked(false)}
      onClick={() => (asked ? void startAll() : setAsked(true))}
    >
      <RotateCw size={13} aria-hidden />{' '}
      {say(starting ? 'startingAgain' : asked ? 'againSure' : 'again', { count: failed.length })}
    </Button>
  )
}
