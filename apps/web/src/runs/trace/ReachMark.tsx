import { CircleHelp, CircleSlash, RotateCw } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import type { Reach } from '../open/run-view.ts'
import css from './ReachMark.module.css'

const ICONS = { reruns: RotateCw, depends: CircleHelp, unreached: CircleSlash } as const

/** A fork's effect on this line's step; nothing if its record is kept. */
export function ReachMark({ reach }: { readonly reach: Reach | undefined }) {
  if (reach === undefined || reach === 'kept') return null
  const Icon = ICONS[reach]
  const text = t(`reach.${reach}`)
  return (
    <span className={css.mark} title={text}>
      <Icon size={13} aria-label={text} />
    </span>
  )
}
