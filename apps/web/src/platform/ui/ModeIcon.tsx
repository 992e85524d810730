import type { Mode } from '@ensemble/core/tool'
import { CircleDashed, Component, SquareFunction } from 'lucide-react'
import { t } from '../i18n/index.ts'
import { classes } from './classes.ts'
import styles from './mode-icon.module.css'

const ICONS = { latent: CircleDashed, explicit: SquareFunction, module: Component } as const
const HINTS = { latent: 'mode.latentHint', explicit: 'mode.explicitHint', module: 'mode.moduleHint' } as const

/** A mode's meaning, in a sentence. */
export const modeHint = (mode: Mode): string => t(HINTS[mode])

const idOf = (mode: Mode): string => `mode-${mode}`
const MODES = ['latent', 'explicit', 'module'] as const

/** The shapes of the modes, once in the page: a canvas shows hundreds of them. */
export function ModeShapes() {
  return (
    <svg data-visually-hidden aria-hidden>
      {MODES.map((mode) => {
        const Icon = ICONS[mode]
        return (
          <symbol key={mode} id={idOf(mode)} viewBox="0 0 24 24">
            <Icon size={24} strokeWidth={2} />
          </symbol>
        )
      })}
    </svg>
  )
}

/** How a Tool's Calls are executed, shown by shape, colour and words. */
export function ModeIcon({ mode, size = 14 }: { readonly mode: Mode; readonly size?: number }) {
  return (
    <span
      className={classes(styles.icon, styles[mode])}
      role="img"
      aria-label={t(`mode.${mode}`)}
      title={modeHint(mode)}
    >
      <svg width={size} height={size} aria-hidden>
        <use href={`#${idOf(mode)}`} />
      </svg>
    </span>
  )
}
