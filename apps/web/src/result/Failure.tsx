import type { RunError } from '@ensemble/core'
import { parentOf, type Span } from '@ensemble/core/trace'
import { CircleX } from 'lucide-react'
import { t } from '../i18n/run.ts'
import { selectSpan } from '../stores/run.ts'
import { spanTitle } from '../trace/span-title.ts'
import { ErrorCode } from '../ui/ErrorCode.tsx'
import css from './Failure.module.css'

type FailureKey = Parameters<typeof t>[0]

interface FailureProps {
  readonly error: RunError
  /** The span that explains it, where one does. */
  readonly leaf: Span | undefined
}

/** Why a Run failed: what happened, where, and what to do. */
export function Failure({ error, leaf }: FailureProps) {
  return (
    <section className={css.failure} role="alert">
      <h3>
        <CircleX size={16} aria-hidden />
        {error.message}
      </h3>
      <p>
        {t(adviceFor(error))} <ErrorCode code={error.code} />
      </p>
      {leaf !== undefined && parentOf(leaf.id) !== null && (
        <button type="button" onClick={() => selectSpan(leaf.id)}>
          {t('failure.show', { name: spanTitle(leaf) })}
        </button>
      )}
    </section>
  )
}

const adviceFor = ({ code, retryable }: RunError): FailureKey => {
  if (code === 'model.unreachable' || code === 'model.stalled') return 'failure.unreachable'
  if (code === 'model.rateLimited') return 'failure.rateLimited'
  if (code.startsWith('model.')) return retryable ? 'failure.modelAgain' : 'failure.model'
  if (code.startsWith('limit.')) return 'failure.limit'
  if (code === 'idea.invalid' || code.startsWith('module.')) return 'failure.idea'
  return retryable ? 'failure.again' : 'failure.otherwise'
}
