import { History } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { readingBack } from '../open/reading-back.ts'
import { useRun } from '../trace/use-run.ts'
import css from './FailedCalls.module.css'

/** After a restart, how much of the open Run is read back from its record before it continues. */
export function ReadingBack() {
  const count = useRun(readingBack)
  if (count === null) return null
  return (
    <div className={css.line} role="status">
      <History size={14} aria-hidden />
      <span>{t('readingBack', { count })}</span>
    </div>
  )
}
