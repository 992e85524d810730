import type { RunError } from '@ensemble/core/journal'
import { IS_SAVED } from '../../platform/api/client.ts'
import type { t } from '../../platform/i18n/run.ts'
import { chooseDockTab } from '../../platform/session/dock-tab.ts'
import { goTo } from '../../platform/session/location.ts'
import { runAgain, simulateAgain } from '../trace/run-actions.ts'
import { adviceFor } from './failure-advice.ts'

/** A remedy as a button next to the error. */
export interface FailureWay {
  readonly label: Parameters<typeof t>[0]
  readonly hint?: Parameters<typeof t>[0]
  readonly go: () => void
}

const SETTINGS: FailureWay = { label: 'failure.openSettings', go: () => goTo('settings') }
const PROBLEMS: FailureWay = { label: 'dock.problems', go: () => chooseDockTab('problems') }
const SIMULATE: FailureWay = {
  label: 'failure.simulate',
  hint: 'failure.simulateHint',
  go: () => void simulateAgain(),
}
const AGAIN: FailureWay = { label: 'runAgain', hint: 'runAgainHint', go: () => void runAgain() }

/** Where the advice can be followed; the graph itself can still be tried without the model that failed. */
const OWN: { readonly [Advice in ReturnType<typeof adviceFor>]?: readonly FailureWay[] } = {
  'failure.unreachable': [SETTINGS, SIMULATE],
  'failure.endpoint': [SETTINGS, SIMULATE],
  'failure.rateLimited': [SETTINGS, SIMULATE],
  'failure.tooLong': [SETTINGS, SIMULATE],
  'failure.unpriced': [SETTINGS, SIMULATE],
  'failure.model': [SETTINGS, SIMULATE],
  'failure.modelAgain': [SETTINGS, SIMULATE],
  'failure.idea': [PROBLEMS],
}

/** The remedies of a failed Run, by its code; a page that was saved has none. */
export const waysOf = (error: Pick<RunError, 'code' | 'retryable'>): readonly FailureWay[] =>
  IS_SAVED ? [] : [...(OWN[adviceFor(error)] ?? []), AGAIN]
