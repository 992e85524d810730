import { memo } from 'react'
import type { Problem } from '@ensemble/core'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { fixText, problemText } from '../../platform/i18n/problem-text.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import { fixesOf } from '../../document/commands/fixes-of.ts'
import { applyFix, goTo } from '../../document/commands/problem-actions.ts'
import styles from './problems.module.css'

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const

/** For sorting. */
export const WORST_FIRST = { error: 0, warning: 1, info: 2 } as const

export function SeverityIcon({ severity }: Pick<Problem, 'severity'>) {
  const Icon = ICONS[severity]
  return (
    <Icon
      size={14}
      className={classes(styles.icon, styles[severity])}
      aria-label={t(`problems.severity.${severity}`)}
    />
  )
}

const placeOf = ({ idea, tool, file }: Problem): string =>
  [idea ?? file, tool].filter((part) => part !== undefined).join(' › ')

interface ProblemRowProps {
  readonly problem: Problem
  readonly where?: boolean
  /** The way there, where that isn't the selection. */
  readonly onGo?: (problem: Problem) => void
}

/** One problem: how bad, what, where, and the way there. */
export const ProblemRow = memo(function ProblemRow({ problem, where = true, onGo = goTo }: ProblemRowProps) {
  return (
    <div className={classes(styles.problem, !where && styles.narrow)}>
      <SeverityIcon severity={problem.severity} />
      <button
        type="button"
        className={styles.message}
        onClick={() => onGo(problem)}
        title={`${problem.code} ${problem.path}`}
      >
        {problemText(problem)}
      </button>
      <span className={styles.fixes}>
        {where && <span className={styles.place}>{placeOf(problem)}</span>}
        {where && <ErrorCode code={problem.code} className={styles.code} />}
        {fixesOf(problem).map((fix) => (
          <Button key={fix.title} size="small" look="quiet" className={styles.fix} onClick={() => applyFix(fix)}>
            {fixText(fix.title)}
          </Button>
        ))}
      </span>
    </div>
  )
})
