import { simulatedIn } from '@ensemble/core/trace'
import { Info } from 'lucide-react'
import { IS_SAVED } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'
import type { RunView } from '../open/run-view.ts'
import { useRun } from '../trace/use-run.ts'
import css from './FailureLine.module.css'

/** While it continues, code may still do its work. */
const pickMadeUp = ({ status, log }: RunView): boolean =>
  status === 'completed' && log !== null && simulatedIn(log.events) === 'answer'

/** Over every view of a Run that looks done: its answer is made up, and how to get a real one. */
export function SimulatedLine() {
  if (!useRun(pickMadeUp) || IS_SAVED) return null
  return (
    <div className={css.note} role="note">
      <Info size={15} aria-hidden />
      <span className={css.message}>{t('result.simulatedAnswer')}</span>
      <Button size="small" onClick={() => goTo('settings')}>
        {t('result.chooseModel')}
      </Button>
    </div>
  )
}
