import type { SpanDetail } from '@ensemble/core/trace'
import { Check, X } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import css from './Checks.module.css'
import { JsonTree } from './JsonTree.tsx'
import { OpenCode } from './OpenCode.tsx'
import { problemText } from '../../platform/i18n/problem-text.ts'

interface ChecksProps {
  readonly run: string
  readonly detail: SpanDetail
}

/** Whether a Call passed, and every reason why it did not, with the place and what would be right. */
export function Checks({ run, detail }: ChecksProps) {
  const { span, failures, approvals, meta } = detail
  return (
    <div className={css.checks}>
      {failures.length === 0 && (
        <p className={css.ok}>
          <Check size={14} aria-hidden />
          {t('checks.passed')}
        </p>
      )}
      {failures.map(({ seq, error, attempt }) => (
        <div key={seq} className={css.failure}>
          <X size={14} aria-hidden />
          <div>
            <p>{problemText(error)}</p>
            <p className={css.facts}>
              <ErrorCode code={error.code} />
              {'path' in error && error.path !== undefined && error.path !== '' && <code>{error.path}</code>}
              {attempt !== undefined && attempt > 1 && <span>{t('checks.attempt', { attempt })}</span>}
            </p>
            {'names' in error && error.names !== undefined && error.names.length > 0 && (
              <p className={css.facts}>{t('checks.names', { names: error.names.join(', ') })}</p>
            )}
          </div>
        </div>
      ))}
      {failures.length > 0 && span.activity !== undefined && <OpenCode activity={span.activity} />}
      {approvals.map((approval, at) => (
        // Requests and decisions alternate; their place is their identity.
        <p key={at} className={css.facts}>
          {'decided' in approval
            ? t(approval.by === 'api' ? 'checks.decidedApi' : 'checks.decided', {
                by: approval.by,
                decision: t(`checks.decision.${approval.decision}`),
              })
            : t('checks.asked')}
        </p>
      ))}
      {meta !== undefined && Object.keys(meta).length > 1 && (
        <div>
          <h4 className={css.small}>{t('checks.meta')}</h4>
          <JsonTree run={run} value={meta} open={1} />
        </div>
      )}
    </div>
  )
}
