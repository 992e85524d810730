import type { Mode } from '@ensemble/core'
import { CircleDashed, Component, SquareFunction } from 'lucide-react'
import { t } from '../i18n/index.ts'
import { classes } from '../ui/classes.ts'
import styles from './mode-icon.module.css'

const ICONS = { latent: CircleDashed, explicit: SquareFunction, module: Component } as const
const HINTS = { latent: 'mode.latentHint', explicit: 'mode.explicitHint', module: 'mode.moduleHint' } as const

/** How a Tool's Calls are executed, told by shape, colour and words alike. */
export function ModeIcon({ mode, size = 14 }: { readonly mode: Mode; readonly size?: number }) {
  const Icon = ICONS[mode]
  return (
    <span className={classes(styles.icon, styles[mode])} title={t(HINTS[mode])}>
      <Icon size={size} strokeWidth={2} aria-hidden />
      <span data-visually-hidden>{t(`mode.${mode}`)}</span>
    </span>
  )
}
