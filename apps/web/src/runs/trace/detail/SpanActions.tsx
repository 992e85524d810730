import { isSettled, type SpanDetail } from '@ensemble/core/trace'
import { t } from '../../../platform/i18n/run.ts'
import { goTo } from '../../../platform/session/location.ts'
import { openDialog } from '../../../platform/session/session.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { callsMeant } from '../../open/chosen-calls.ts'

interface SpanActionsProps {
  readonly run: string
  readonly detail: SpanDetail
  readonly className?: string
}

/** The actions for an ended span besides a fork: ask again, extract. */
export function SpanActions({ run, detail, className }: SpanActionsProps) {
  const { span } = detail
  if (!isSettled(span.status)) return null
  if (span.kind === 'request')
    return (
      <Button className={className} onClick={() => goTo('ask', { run, span: span.id })}>
        {t('detail.ask')}
      </Button>
    )
  if (span.kind !== 'call' || span.status !== 'completed') return null
  return (
    <Button className={className} onClick={() => openDialog({ type: 'extract', run, calls: callsMeant() })}>
      {t(detail.module === undefined ? 'detail.lift' : 'detail.extract')}
    </Button>
  )
}
