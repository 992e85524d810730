import type { ComponentProps } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import css from './DockHeader.module.css'

interface DockButtonProps extends ComponentProps<'button'> {
  readonly label: string
  /** Its effect, if the label does not say all. */
  readonly hint?: string
  /** The label is announced, not shown. */
  readonly isIcon?: boolean
  /** The label reports the result. */
  readonly isLive?: boolean
}

/** A button of the dock's header: its icon, and its label while there is room. */
export function DockButton({
  label,
  hint = label,
  isIcon = false,
  isLive = false,
  className,
  children,
  ...rest
}: DockButtonProps) {
  return (
    <button type="button" aria-label={label} title={hint} className={classes(css.button, className)} {...rest}>
      {children}
      {!isIcon && (
        <span className={css.label} aria-live={isLive ? 'polite' : undefined}>
          {label}
        </span>
      )}
    </button>
  )
}
