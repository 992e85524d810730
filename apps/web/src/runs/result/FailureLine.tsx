import { CircleX } from 'lucide-react'
import { IS_SAVED } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import { selectSpan } from '../open/run.ts'
import type { RunView } from '../open/run-view.ts'
import { leafError } from '../trace/rows.ts'
import { runAgain } from '../trace/run-actions.ts'
import { useRun } from '../trace/use-run.ts'
import css from './FailureLine.module.css'

const pickLog = ({ status, log }: RunView): RunView['log'] => (status === 'failed' ? log : null)
const pickSelected = ({ selectedSpan }: RunView): string | null => selectedSpan

/** Why the open Run failed, over whatever tab shows it; the way back to the cause once something else is selected. */
export function FailureLine() {
  const log = useRun(pickLog)
  const selected = useRun(pickSelected)
  const end = log?.events.at(-1)
  if (log === null || end?.type !== 'run.failed') return null
  const { code, message } = end.data.error
  const leaf = leafError(log)
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
      {!IS_SAVED && (
        <Button size="small" title={t('runAgainHint')} onClick={() => void runAgain()}>
          {t('runAgain')}
        </Button>
      )}
    </div>
  )
}
