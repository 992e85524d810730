import { History } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { readingBack } from '../open/reading-back.ts'
import type { RunView } from '../open/run-view.ts'
import { useRun } from '../trace/use-run.ts'
import css from './FailedCalls.module.css'

const doneOf = (state: RunView): number | undefined => readingBack(state)?.done
const totalOf = (state: RunView): number | undefined => readingBack(state)?.total

/** After a restart, how far the open Run has been read back from its record before it continues. */
export function ReadingBack() {
  const done = useRun(doneOf)
  const total = useRun(totalOf)
  if (total === undefined) return null
  return (
    <div className={css.line} role="status" aria-busy={done !== undefined}>
      <History size={14} aria-hidden />
      <span>
        {done === undefined ? t('readingBack', { count: total }) : t('readingBackAt', { done, count: total })}
      </span>
      {done !== undefined && <progress value={done} max={total} aria-hidden />}
    </div>
  )
}
