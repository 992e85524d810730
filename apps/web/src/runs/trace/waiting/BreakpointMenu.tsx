import type { Breakpoint } from '@ensemble/core/journal'
import { CircleDot, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { breakpointStore, hasPoint } from '../../open/run-breakpoints.ts'
import { classes } from '../../../platform/ui/classes.ts'
import menu from '../../../platform/ui/menu.module.css'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { ideaTitle } from '../../../document/open/idea-title.ts'
import css from './BreakpointMenu.module.css'
import { switchPoint } from './switch-point.ts'

const pickPoints = ({ points }: { readonly points: readonly Breakpoint[] }): readonly Breakpoint[] => points
const ANY_ERROR: Breakpoint = { on: 'error' }

/** Every breakpoint, and the one for any error. */
export function BreakpointMenu() {
  const points = useStore(breakpointStore, pickPoints)
  const label = t('breakpoints.menu', { count: points.length })
  return (
    <Popover.Root>
      <Popover.Trigger className={css.trigger} aria-label={label} title={label} data-set={points.length > 0}>
        <CircleDot size={14} aria-hidden />
        {points.length > 0 && <span aria-hidden>{points.length}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={classes(menu.pane, css.menu)}
          align="end"
          sideOffset={6}
          aria-label={t('breakpoints.title')}
        >
          <h3>{t('breakpoints.title')}</h3>
          <p>{t('breakpoints.hint')}</p>
          <label className={css.line}>
            <input type="checkbox" checked={hasPoint(points, ANY_ERROR)} onChange={() => switchPoint(ANY_ERROR)} />
            {t('breakpoints.anyError')}
          </label>
          {points.map((point) => {
            if (point.on !== undefined) return null
            const name = nameOf(point)
            return (
              <div key={`${point.idea ?? ''}/${point.tool ?? ''}`} className={css.line}>
                <span className={css.name}>{name}</span>
                <IconButton
                  label={t('breakpoints.remove', { name })}
                  Icon={X}
                  size={13}
                  onClick={() => switchPoint(point)}
                />
              </div>
            )
          })}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const nameOf = ({ tool, idea }: Breakpoint): string => {
  if (tool === undefined) return ideaTitle(idea ?? '')
  return idea === undefined ? tool : t('breakpoints.toolOf', { tool, idea: ideaTitle(idea) })
}
