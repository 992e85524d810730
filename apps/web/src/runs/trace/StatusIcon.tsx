import type { SpanStatus } from '@ensemble/core/trace'
import { Ban, Check, CircleDotDashed, CircleSlash, Pause, X } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import css from './StatusIcon.module.css'

/** The status of a span or a Run: a shape for each, never colour alone. */
export function StatusIcon({ status }: { readonly status: SpanStatus }) {
  const label = t(`spanStatus.${status}`)
  const icon = { size: 14, 'aria-label': label, role: 'img' } as const
  switch (status) {
    case 'queued':
      return <CircleDotDashed {...icon} className={css.queued} />
    case 'running':
      return <span className={css.pulse} role="img" aria-label={label} />
    case 'waiting':
      return <Pause {...icon} className={css.waiting} />
    case 'completed':
      return <Check {...icon} className={css.completed} />
    case 'failed':
      return <X {...icon} className={css.failed} />
    case 'rejected':
      return <Ban {...icon} className={css.failed} />
    case 'cancelled':
      return <CircleSlash {...icon} className={css.queued} />
  }
}
