import { type Json, type Run, isObject } from '@ensemble/core'
import { inputTitle, runTime } from '@ensemble/core/trace'

/** An unknown value, such as a running Run's time: below every real value. */
const UNKNOWN = -1
const MOST_LETTERS = 80

const measure = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : UNKNOWN

/** The columns of `runs` that lists filter and sort by, in the order of `factsOf`. */
export const FACTS = ['error', 'ms', 'turns', 'calls', 'tokens', 'cost', 'title'] as const

/** A Run's code of error (else that of its first failed Call), milliseconds at work, turns, Calls, tokens, cost and title, for the columns of `FACTS`. */
export const factsOf = (run: Run): readonly (string | number)[] => [
  run.error?.code ?? run.failedCalls?.[0]?.code ?? '',
  measure(run.endedAt === undefined ? undefined : runTime(run, Date.parse(run.endedAt)).workMs),
  measure(run.usage.requests),
  measure(run.usage.calls),
  measure(run.usage.inputTokens + run.usage.outputTokens),
  measure(run.usage.cost),
  (isObject(run.input) && '$body' in run.input ? '' : (inputTitle(run.input as Json) ?? ''))
    .slice(0, MOST_LETTERS)
    .toLowerCase(),
]
