import type { Breakpoint } from '@ensemble/core/journal'
import { CircleDot } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { breakpointStore, hasPoint } from '../../open/run-breakpoints.ts'
import { classes } from '../../../platform/ui/classes.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import css from './BreakpointToggle.module.css'
import { switchPoint } from './switch-point.ts'

interface BreakpointToggleProps {
  readonly point: Breakpoint
  /** The Run's stopping point, in words. */
  readonly name: string
}

/** Sets or takes away a breakpoint on a Tool or an Idea. */
export function BreakpointToggle({ point, name }: BreakpointToggleProps) {
  const isSet = useStore(breakpointStore, ({ points }) => hasPoint(points, point))
  return (
    <IconButton
      label={t(isSet ? 'breakpoints.remove' : 'breakpoints.add', { name })}
      Icon={CircleDot}
      aria-pressed={isSet}
      className={classes(isSet && css.set)}
      onClick={() => switchPoint(point)}
    />
  )
}
