import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import type { Problem } from '@ensemble/core'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/inspector.ts'
import { diagnosisStore, type Diagnosis } from '../schema-editor/diagnosis.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { isOfCode } from '../../document/commands/problem-actions.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import styles from './inspector.module.css'
import { problemText } from '../../platform/i18n/problem-text.ts'
import { ProblemRow, SeverityIcon, WORST_FIRST } from '../problems/ProblemRow.tsx'
import { useFixes } from './use-fixes.ts'

const MOST_SHOWN = 6
const SECTION = 'inspector.problems'
const isProblemsOpen = ({ sections }: Session): boolean => sections[SECTION] ?? false
const toggle = (): void =>
  sessionStore.setState((session) => ({ sections: { ...session.sections, [SECTION]: !isProblemsOpen(session) } }))
const problemsOf = (diagnosis: Diagnosis) => diagnosis.problems

/** Problems of the selected Idea or Tool below its form: one line, which a press unfolds. */
export function InspectorProblems({ idea, tool }: { readonly idea: string; readonly tool: string | undefined }) {
  const { problems } = useGraph()
  const diagnosed = useStore(diagnosisStore, problemsOf)
  // The editor knows more of its file, and fixes for it, than the graph does.
  const isDiagnosed = diagnosed.length > 0
  const known = isDiagnosed ? diagnosed : problems
  const own = useMemo(
    () =>
      known
        .filter(
          (problem) =>
            (problem.idea === undefined ? !isOfCode(problem) : problem.idea === idea) &&
            (tool === undefined || problem.tool === tool || problem.severity === 'error'),
        )
        .slice(0, MOST_SHOWN),
    [known, idea, tool],
  )
  const isOpen = useStore(sessionStore, isProblemsOpen)
  const shown = useFixes(own, { isDiagnosed })
  if (shown.length === 0) return null
  return (
    <section className={styles.problems} aria-label={t('problems.title')}>
      <button type="button" className={styles.problemsHead} aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight size={13} aria-hidden />
        <span className={styles.problemsCount}>
          {t('problems.title')} · {shown.length}
        </span>
        {!isOpen && <FirstProblem problems={shown} />}
      </button>
      {isOpen &&
        shown.map((problem, index) => (
          <ProblemRow key={`${problem.code} ${problem.path} ${index}`} problem={problem} where={false} />
        ))}
    </section>
  )
}

/** The worst one in the folded line: the form keeps its room. */
function FirstProblem({ problems }: { readonly problems: readonly Problem[] }) {
  const [first] = problems.toSorted((a, b) => WORST_FIRST[a.severity] - WORST_FIRST[b.severity])
  if (first === undefined) return null
  return (
    <>
      <SeverityIcon severity={first.severity} />
      <span className={styles.problemsFirst}>{problemText(first)}</span>
    </>
  )
}
