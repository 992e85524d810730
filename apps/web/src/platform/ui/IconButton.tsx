import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string
  readonly Icon: LucideIcon
  readonly size?: number
}

/** A button that shows an icon and says its label to those who do not see it. */
export function IconButton({ label, Icon, size = 15, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} title={label} className={classes(styles.icon, className)} {...rest}>
      <Icon size={size} aria-hidden />
    </button>
  )
}
