import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'small' | 'normal'
}

/** A button in one of the page's few looks. */
export function Button({ look = 'plain', size = 'normal', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classes(styles.button, styles[look], styles[size], className)} {...rest} />
}
