import type { Run } from '@ensemble/core'
import { Star } from 'lucide-react'
import { runTitle } from '../open/run-title.ts'
import { annotate } from './annotate.ts'
import button from '../../platform/ui/button.module.css'
import { classes } from '../../platform/ui/classes.ts'
import css from './annotation.module.css'
import { say } from './say.ts'

interface StarButtonProps {
  readonly run: Run
  readonly onChange?: (run: Run) => void
}

/** Marks a Run as worth coming back to. */
export function StarButton({ run, onChange }: StarButtonProps) {
  const isStarred = run.annotation?.star === true
  const label = say(isStarred ? 'unstar' : 'star', { title: runTitle(run) })
  return (
    <button
      type="button"
      className={classes(button.faint, css.star)}
      aria-label={label}
      aria-pressed={isStarred}
      title={label}
      onClick={() => void annotate(run, { star: !isStarred }).then((after) => after && onChange?.(after))}
    >
      <Star size={14} aria-hidden fill={isStarred ? 'currentColor' : 'none'} />
    </button>
  )
}
