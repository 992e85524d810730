import { useState } from 'react'
import { confirmedStep, stepOf, type Way } from '../../document/commands/take-step.ts'
import { say, sayStep, strangenessOf, timeOf } from '../../document/open/say-step.ts'
import { stepPlace } from '../../document/texts/step-place.ts'
import { t } from '../../platform/i18n/commands.ts'
import { closeDialog } from '../../platform/session/session.ts'
import { tabName } from '../../platform/session/tab.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'

/** Asks before a step of another tab or day is taken back or made again. */
export function AskStepDialog({ way }: { readonly way: Way }) {
  const [now] = useState(Date.now)
  const entry = stepOf(way)
  if (entry === undefined) return null
  const why = say(strangenessOf(entry, tabName(), now) === 'tab' ? 'askOtherTab' : 'askOtherDay')
  return (
    <DialogFrame
      title={say(way === 'undo' ? 'askUndo' : 'askRedo')}
      text={why}
      submit={t(`command.${way}`)}
      onSubmit={() => {
        closeDialog()
        confirmedStep(way)
      }}
    >
      <p>
        <b dir="auto">{sayStep(entry)}</b>, {timeOf(entry.at, now)}
      </p>
      <p>
        <code>{stepPlace(entry).files.join(', ')}</code>
      </p>
    </DialogFrame>
  )
}
