import type { Problem } from '@ensemble/core'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { problemText } from '../../platform/i18n/problem-text.ts'
import styles from './property-table.module.css'
import { say } from './say.ts'

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const

interface ProblemMarkProps {
  readonly name: string
  /** The worst first. */
  readonly problems: readonly Problem[]
  readonly onGo: (problem: Problem) => void
}

/** The problems of a row, and the way to their text. */
export function ProblemMark({ name, problems, onGo }: ProblemMarkProps) {
  const [worst] = problems
  if (worst === undefined) return null
  const Icon = ICONS[worst.severity]
  const texts = problems.map((problem) => problemText(problem)).join('\n')
  return (
    <button
      type="button"
      className={styles.mark}
      data-severity={worst.severity}
      aria-label={`${say('table.problemsOf', { name })}: ${texts}`}
      title={texts}
      onClick={() => onGo(worst)}
    >
      <Icon size={13} aria-hidden />
    </button>
  )
}
