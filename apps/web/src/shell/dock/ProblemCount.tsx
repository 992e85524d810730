import { t } from '../../platform/i18n/run.ts'
import { whole } from '../../platform/ui/format.ts'
import { useProblemCounts } from '../problem-counts.ts'
import css from './ProblemCount.module.css'

/** The number of errors and warnings; nothing if there are none. */
export function ProblemCount() {
  const { errors, warnings } = useProblemCounts()
  const count = errors + warnings
  if (count === 0) return null
  return (
    <span className={errors > 0 ? css.error : css.warning} aria-label={t('dock.problemCount', { count })}>
      {whole(count)}
    </span>
  )
}
