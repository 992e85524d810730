import type { EventData, RunError } from '@ensemble/core'
import { parentOf, type Span } from '@ensemble/core/trace'
import { CircleX } from 'lucide-react'
import { t } from '../i18n/run.ts'
import { selectSpan } from '../stores/run.ts'
import { spanTitle } from '../trace/span-title.ts'
import { ErrorCode } from '../ui/ErrorCode.tsx'
import css from './Failure.module.css'
import { adviceFor } from './failure-advice.ts'

interface FailureProps {
  readonly error: RunError
  /** The span that explains it, where one does. */
  readonly leaf: Span | undefined
  /** The limit that ended it, with what it would have come to. */
  readonly reached?: EventData['limit.reached']
}

/** Why a Run failed: what happened, where, and what to do. */
export function Failure({ error, leaf, reached }: FailureProps) {
  return (
    <section className={css.failure} role="alert">
      <h3>
        <CircleX size={16} aria-hidden />
        {error.message}
      </h3>
      <p>
        {t(adviceFor(error), { value: reached?.value.toLocaleString('en') ?? '?' })} <ErrorCode code={error.code} />
      </p>
      {leaf !== undefined && parentOf(leaf.id) !== null && (
        <button type="button" onClick={() => selectSpan(leaf.id)}>
          {t('failure.show', { name: spanTitle(leaf) })}
        </button>
      )}
    </section>
  )
}
