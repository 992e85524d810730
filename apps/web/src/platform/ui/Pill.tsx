import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import css from './pill.module.css'

export type PillTone = 'ok' | 'wait' | 'bad' | 'run' | 'quiet'

/** A state in a word or two; the colour only repeats them. */
export function Pill({ tone, className, ...rest }: ComponentProps<'span'> & { readonly tone: PillTone }) {
  return <span className={classes(css.pill, css[tone], className)} {...rest} />
}
