import { Check, CircleSlash, Pause, X } from 'lucide-react'
import { t } from '../../platform/i18n/index.ts'
import type { NodeActivity } from '../../runs/open/run-activity.ts'
import { duration } from '../../platform/ui/format.ts'
import { classes } from '../../platform/ui/classes.ts'
import styles from './node-status.module.css'

const elapsed = ({ elapsedMs }: NodeActivity): string => (elapsedMs === undefined ? '' : duration(elapsedMs))
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')

/** A node's status at the instant shown, in its upper right corner. */
export function NodeStatus({ activity }: { readonly activity: NodeActivity }) {
  if (activity.reach !== undefined)
    return <span className={classes(styles.status, styles[activity.reach])}>{t(`canvas.reach.${activity.reach}`)}</span>
  switch (activity.status) {
    case 'idle':
      return null
    case 'running': {
      const turn = activity.turn === undefined ? '' : t('canvas.turn', { turn: activity.turn })
      const text =
        activity.running > 1 ? t('canvas.times', { count: activity.running }) : joined(turn, elapsed(activity))
      return (
        <span className={classes(styles.status, styles.running)}>
          <span className={styles.pulse} />
          {text}
        </span>
      )
    }
    case 'done':
      return (
        <span
          className={classes(styles.status, styles.done)}
          title={activity.done > 1 ? undefined : t('canvas.elapsed')}
        >
          <Check size={13} aria-label={t('canvas.done')} />
          {activity.done > 1 ? t('canvas.times', { count: activity.done }) : elapsed(activity)}
        </span>
      )
    case 'failed':
      return (
        <span className={classes(styles.status, styles.failed)}>
          <X size={13} aria-hidden />
          {t('canvas.failed')}
        </span>
      )
    case 'cancelled':
      return (
        <span className={classes(styles.status, styles.cancelled)}>
          <CircleSlash size={12} aria-hidden />
          {t('canvas.cancelled')}
        </span>
      )
    case 'waiting':
      return (
        <span className={classes(styles.status, styles.waiting)}>
          <Pause size={12} aria-hidden />
          {t('canvas.waiting')}
        </span>
      )
  }
}
