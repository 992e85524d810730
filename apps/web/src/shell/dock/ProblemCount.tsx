import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import { whole } from '../../platform/ui/format.ts'
import css from './ProblemCount.module.css'

const countErrors = ({ graph }: Picture): number =>
  graph.problems.filter((problem) => problem.severity === 'error').length
const countWarnings = ({ graph }: Picture): number =>
  graph.problems.filter((problem) => problem.severity === 'warning').length

/** How many problems the files have; nothing if there are none. */
export function ProblemCount() {
  const errors = useStore(graphStore, countErrors)
  const warnings = useStore(graphStore, countWarnings)
  const count = errors + warnings
  if (count === 0) return null
  return (
    <span className={errors > 0 ? css.error : css.warning} aria-label={t('dock.problemCount', { count })}>
      {whole(count)}
    </span>
  )
}
