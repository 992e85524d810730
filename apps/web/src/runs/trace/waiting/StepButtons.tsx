import { useState } from 'react'
import type { StepMode } from '../../../platform/api/run-client.ts'
import { t } from '../../../platform/i18n/run.ts'
import { refreshInbox } from '../../open/run-approvals.ts'
import { Button } from '../../../platform/ui/Button.tsx'

const MODES: readonly StepMode[] = ['continue', 'over', 'into', 'out']

interface StepButtonsProps {
  readonly onStep: (mode: StepMode) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** The ways on from a breakpoint. */
export function StepButtons({ onStep, onFailure }: StepButtonsProps) {
  const [going, setGoing] = useState(false)
  const step = (mode: StepMode): void => {
    setGoing(true)
    onStep(mode)
      .then(refreshInbox, onFailure)
      .finally(() => setGoing(false))
  }
  return MODES.map((mode) => (
    <Button key={mode} disabled={going} title={t(`waiting.stepHint.${mode}`)} onClick={() => step(mode)}>
      {t(`waiting.step.${mode}`)}
    </Button>
  ))
}
