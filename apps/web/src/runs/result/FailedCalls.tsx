import { TriangleAlert } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import { selectSpan } from '../open/run.ts'
import { completedOver } from '../open/completed-over.ts'
import { useRun } from '../trace/use-run.ts'
import css from './FailedCalls.module.css'
import { problemText } from '../../platform/i18n/problem-text.ts'

/** Codes in one line. */
const MOST_CODES = 3

/** How many Calls failed in an open Run that completed, why, and the way to the first of them. */
export function FailedCalls() {
  const failed = useRun(completedOver)
  const [first] = failed?.calls ?? []
  if (failed === null || first === undefined) return null
  const codes = new Set(failed.calls.flatMap(({ error }) => (error === undefined ? [] : [error.code])))
  return (
    <div className={css.line} role="note">
      <TriangleAlert size={14} aria-hidden />
      <span>{t('failure.calls', { failed: failed.calls.length, count: failed.of })}</span>
      {[...codes].slice(0, MOST_CODES).map((code) => (
        <ErrorCode key={code} code={code} />
      ))}
      {first.error !== undefined && (
        <span className={css.message} title={problemText(first.error)}>
          {problemText(first.error)}
        </span>
      )}
      <Button size="small" onClick={() => selectSpan(first.id)}>
        {t('failure.goTo')}
      </Button>
    </div>
  )
}
