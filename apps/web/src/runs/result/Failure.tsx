import type { EventData, RunError } from '@ensemble/core'
import { parentOf, type Span } from '@ensemble/core/trace'
import { CircleX } from 'lucide-react'
import { IS_SAVED } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { chooseDockTab } from '../../platform/session/dock-tab.ts'
import { selectSpan } from '../open/run.ts'
import { runAgain } from '../trace/run-actions.ts'
import { spanTitle } from '../open/span-title.ts'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import css from './Failure.module.css'
import { adviceFor } from './failure-advice.ts'
import { language } from '../../platform/i18n/language.ts'

type Label = Parameters<typeof t>[0]

interface FailureProps {
  readonly error: RunError
  /** The span that explains it, where one does. */
  readonly leaf: Span | undefined
  /** The limit that ended it, with what it would have come to. */
  readonly reached?: EventData['limit.reached']
}

/** Where what the advice speaks of is done. */
const WAYS: {
  readonly [Advice in ReturnType<typeof adviceFor>]?: { readonly label: Label; readonly go: () => void }
} = {
  'failure.unreachable': { label: 'command.settings', go: () => goTo('settings') },
  'failure.endpoint': { label: 'command.settings', go: () => goTo('settings') },
  'failure.unpriced': { label: 'command.settings', go: () => goTo('settings') },
  'failure.idea': { label: 'dock.problems', go: () => chooseDockTab('problems') },
}

/** Why a Run failed: what happened, where, and what to do. */
export function Failure({ error, leaf, reached }: FailureProps) {
  const advice = adviceFor(error)
  const way = WAYS[advice]
  return (
    <section className={css.failure} role="alert">
      <h3>
        <CircleX size={16} aria-hidden />
        {error.message}
      </h3>
      <p>
        {t(advice, { value: reached?.value.toLocaleString(language) ?? '?' })} <ErrorCode code={error.code} />
      </p>
      <div className={css.actions}>
        {leaf !== undefined && parentOf(leaf.id) !== null && (
          <button type="button" onClick={() => selectSpan(leaf.id)}>
            {t('failure.show', { name: spanTitle(leaf) })}
          </button>
        )}
        {!IS_SAVED && way !== undefined && (
          <button type="button" onClick={way.go}>
            {t(way.label)}
          </button>
        )}
        {!IS_SAVED && (
          <button type="button" title={t('runAgainHint')} onClick={() => void runAgain()}>
            {t('runAgain')}
          </button>
        )}
      </div>
    </section>
  )
}
