import type { EventData, RunError } from '@ensemble/core/journal'
import { parentOf, type Span } from '@ensemble/core/trace'
import { CircleX } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { selectSpan } from '../open/run.ts'
import { spanTitle } from '../open/span-title.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import css from './Failure.module.css'
import { FailureWays } from './FailureWays.tsx'
import { adviceFor } from './failure-advice.ts'
import { language } from '../../platform/i18n/language.ts'
import { problemText } from '../../platform/i18n/problem-text.ts'

interface FailureProps {
  readonly error: RunError
  /** The span that explains it, where one does. */
  readonly leaf: Span | undefined
  /** The limit that ended it, with what it would have come to. */
  readonly reached?: EventData['limit.reached']
}

/** Why a Run failed: what happened, where, and what to do. */
export function Failure({ error, leaf, reached }: FailureProps) {
  const advice = adviceFor(error)
  return (
    <section className={css.failure} role="alert">
      <h3>
        <CircleX size={16} aria-hidden />
        {problemText(error)}
      </h3>
      <p>
        {t(advice, { value: reached?.value.toLocaleString(language) ?? '?' })} <ErrorCode code={error.code} />
      </p>
      <div className={css.actions}>
        {leaf !== undefined && parentOf(leaf.id) !== null && (
          <Button size="small" onClick={() => selectSpan(leaf.id)}>
            {t('failure.show', { name: spanTitle(leaf) })}
          </Button>
        )}
        <FailureWays error={error} />
      </div>
    </section>
  )
}
