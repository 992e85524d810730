import { type Json, type Run, isObject } from '@ensemble/core'
import { inputTitle } from '@ensemble/core/trace'

/** An unknown value, such as a running Run's time: below every real value. */
const UNKNOWN = -1
const MOST_LETTERS = 80

const measure = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : UNKNOWN

/** The columns of `runs` that lists filter and sort by, in the order of `factsOf`. */
export const FACTS = ['error', 'ms', 'turns', 'calls', 'tokens', 'cost', 'title'] as const

/** A Run's code of error (else that of its first failed Call), milliseconds, turns, Calls, tokens, cost and title, for the columns of `FACTS`. */
export const factsOf = ({
  error,
  failedCalls,
  startedAt,
  endedAt,
  usage,
  input,
}: Run): readonly (string | number)[] => [
  error?.code ?? failedCalls?.[0]?.code ?? '',
  measure(endedAt === undefined ? undefined : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))),
  measure(usage.requests),
  measure(usage.calls),
  measure(usage.inputTokens + usage.outputTokens),
  measure(usage.cost),
  (isObject(input) && '$body' in input ? '' : (inputTitle(input as Json) ?? '')).slice(0, MOST_LETTERS).toLowerCase(),
]
