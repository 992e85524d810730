import { CircleAlert } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import { selectSpan } from '../open/run.ts'
import { runFailure } from '../open/run-view.ts'
import { FailureWays } from './FailureWays.tsx'
import { useRun } from '../trace/use-run.ts'
import { runCause } from './run-cause.ts'
import css from './RunProblem.module.css'
import { problemText } from '../../platform/i18n/problem-text.ts'

/** The open Run's failure among the problems, with its remedies. */
export function RunProblem() {
  const log = useRun(runFailure)
  const end = log?.events.at(-1)
  if (log === null || end?.type !== 'run.failed') return null
  const { error } = end.data
  const cause = runCause(log)
  if (cause === null) return null
  const { leaf } = cause
  return (
    <div className={css.problem} role="group" aria-label={t('failure.ofRun')}>
      <CircleAlert size={14} className={css.icon} aria-hidden />
      <span className={css.message}>{`${t('failure.ofRun')}: ${problemText(cause)}`}</span>
      <span className={css.fixes}>
        <ErrorCode code={cause.code} />
        {leaf !== null && leaf !== '' && (
          <Button size="small" onClick={() => selectSpan(leaf)}>
            {t('failure.goTo')}
          </Button>
        )}
        <FailureWays error={error} />
      </span>
    </div>
  )
}
