import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import { whole } from '../../platform/ui/format.ts'
import { completedOver } from '../../runs/open/completed-over.ts'
import { runFailure } from '../../runs/open/run-view.ts'
import { useRun } from '../../runs/trace/use-run.ts'
import css from './ProblemCount.module.css'

const countErrors = ({ graph }: Picture): number =>
  graph.problems.filter((problem) => problem.severity === 'error').length
const countWarnings = ({ graph }: Picture): number =>
  graph.problems.filter((problem) => problem.severity === 'warning').length

/** How many problems the files have; nothing if there are none. */
export function ProblemCount() {
  // A failed Run is a problem like any other, as are failed Calls in one that completed.
  const failed = useRun(runFailure) === null ? 0 : 1
  const errors = useStore(graphStore, countErrors) + failed
  const warnings = useStore(graphStore, countWarnings) + (useRun(completedOver) === null ? 0 : 1)
  const count = errors + warnings
  if (count === 0) return null
  return (
    <span className={errors > 0 ? css.error : css.warning} aria-label={t('dock.problemCount', { count })}>
      {whole(count)}
    </span>
  )
}
