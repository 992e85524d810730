import { CircleX } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import { selectSpan } from '../open/run.ts'
import { runFailure, type RunView } from '../open/run-view.ts'
import { useRun } from '../trace/use-run.ts'
import { FailureWays } from './FailureWays.tsx'
import { runCause } from './run-cause.ts'
import css from './FailureLine.module.css'

const pickSelected = ({ selectedSpan }: RunView): string | null => selectedSpan

/** Why the open Run failed, over whatever tab shows it; the way back to the cause once something else is selected. */
export function FailureLine() {
  const log = useRun(runFailure)
  const selected = useRun(pickSelected)
  const end = log?.events.at(-1)
  if (log === null || end?.type !== 'run.failed') return null
  const cause = runCause(log)
  if (cause === null) return null
  const { code, message, leaf } = cause
  return (
    <div className={css.line} role="alert">
      <CircleX size={15} aria-hidden />
      <ErrorCode code={code} />
      <span className={css.message} title={message}>
        {message}
      </span>
      {leaf !== null && leaf !== '' && leaf !== selected && (
        <Button size="small" onClick={() => selectSpan(leaf)}>
          {t('failure.goTo')}
        </Button>
      )}
      <FailureWays error={end.data.error} />
    </div>
  )
}
