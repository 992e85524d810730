import { t } from '../i18n/index.ts'
import { useGraph } from '../stores/graph.ts'
import styles from './inspector.module.css'
import { ProblemRow } from './ProblemsPanel.tsx'

const MOST_SHOWN = 6

/** What is wrong in the selected Idea or Tool, below its form. */
export function InspectorProblems({ idea, tool }: { readonly idea: string; readonly tool: string | undefined }) {
  const { problems } = useGraph()
  const own = problems.filter(
    (problem) => problem.idea === idea && (tool === undefined || problem.tool === tool || problem.severity === 'error'),
  )
  if (own.length === 0) return null
  return (
    <section className={styles.problems} aria-label={t('problems.title')}>
      {own.slice(0, MOST_SHOWN).map((problem, index) => (
        <ProblemRow key={`${problem.code} ${problem.path} ${index}`} problem={problem} where={false} />
      ))}
    </section>
  )
}
