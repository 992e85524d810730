import type { Stored as StoredValue } from '@ensemble/core/journal'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { bytes } from '../../platform/ui/format.ts'
import css from './Stored.module.css'
import { useBody } from './use-body.ts'

interface StoredProps<T> {
  readonly run: string
  readonly value: StoredValue<T>
  readonly children: (value: T) => ReactNode
}

/** Shows an event's value, fetching a separate one first. */
export function Stored<T>({ run, value, children }: StoredProps<T>) {
  const body = useBody(run, value)
  if (body.state === 'ready') return children(body.value)
  if (body.state === 'loading')
    return <div className={css.loading} role="status" aria-label={t('trace.loading', { size: bytes(body.bytes) })} />
  return <p className={css.failed}>{t('trace.bodyFailed', { size: bytes(body.bytes), reason: body.reason })}</p>
}
