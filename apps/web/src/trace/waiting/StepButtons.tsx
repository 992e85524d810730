import { useState } from 'react'
import { stepRun, type StepMode } from '../../api/run-client.ts'
import { t } from '../../i18n/index.ts'
import { refreshInbox } from '../../stores/run-approvals.ts'
import { Button } from '../../ui/Button.tsx'

const MODES: readonly StepMode[] = ['continue', 'over', 'into', 'out']

interface StepButtonsProps {
  readonly run: string
  readonly onFailure: (error: unknown) => void
}

/** The ways on from a breakpoint. */
export function StepButtons({ run, onFailure }: StepButtonsProps) {
  const [going, setGoing] = useState(false)
  const step = (mode: StepMode): void => {
    setGoing(true)
    stepRun(run, mode)
      .then(refreshInbox, onFailure)
      .finally(() => setGoing(false))
  }
  return MODES.map((mode) => (
    <Button key={mode} disabled={going} title={t(`waiting.stepHint.${mode}`)} onClick={() => step(mode)}>
      {t(`waiting.step.${mode}`)}
    </Button>
  ))
}
