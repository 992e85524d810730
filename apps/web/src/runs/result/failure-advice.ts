import type { RunError } from '@ensemble/core/journal'
import type { t } from '../../platform/i18n/run.ts'

type FailureKey = Extract<Parameters<typeof t>[0], `failure.${string}`>

/** Limits and endpoint answers with their own advice, where retrying is useless. */
const OWN: { readonly [code: string]: FailureKey | undefined } = {
  'model.status': 'failure.endpoint',
  'model.envelope': 'failure.endpoint',
  'model.length': 'failure.length',
  'model.tooLong': 'failure.tooLong',
  'model.schemaRefused': 'failure.schema',
  'limit.tokens': 'failure.tokens',
  'limit.cost': 'failure.spent',
  'limit.unpriced': 'failure.unpriced',
  'limit.wallMs': 'failure.time',
}

/** The remedy for a failed Run, by its code. */
export const adviceFor = ({ code, retryable }: Pick<RunError, 'code' | 'retryable'>): FailureKey => {
  if (code === 'model.unreachable' || code === 'model.stalled') return 'failure.unreachable'
  if (code === 'model.rateLimited') return 'failure.rateLimited'
  if (code.startsWith('model.')) return retryable ? 'failure.modelAgain' : (OWN[code] ?? 'failure.model')
  if (code.startsWith('limit.')) return OWN[code] ?? 'failure.limit'
  if (code === 'idea.invalid' || code.startsWith('module.')) return 'failure.idea'
  return retryable ? 'failure.again' : 'failure.otherwise'
}
