import type { Limits } from '../../idea/idea.ts'
import { endsElsewhere, limitAt } from '../record/limit-facts.ts'
import type { Recording } from '../record/recording.ts'
import { RunEnd } from '../record/run-end.ts'

export interface Reached {
  readonly value: number
  readonly max: number
  /** Resolves once the fact is durable. */
  readonly recorded: Promise<void>
}

/**
 * Decides whether a limit is reached and records it: time and other branches aren't reproducible. `before`: earlier
 * hits on this span.
 */
export function reach(...asked: Parameters<typeof limitAt>): Reached | undefined {
  const [run, span] = asked
  const fact = limitAt(...asked)
  return fact && { value: fact.value, max: fact.max, recorded: run.history.emit('limit.reached', span, fact) }
}

/** The same, waited for. */
export async function isReached(...asked: Parameters<typeof reach>): Promise<boolean> {
  const reached = reach(...asked)
  await reached?.recorded
  return reached !== undefined
}

const WORDS: { readonly [limit in keyof Limits]: string } = {
  turns: 'turns in one Loop',
  callsPerTurn: 'Calls in one turn',
  calls: 'Calls in the Run',
  depth: 'levels of nested Modules',
  wallMs: 'milliseconds of working time',
  callMs: 'milliseconds for one Call',
  tokens: 'tokens',
  cost: 'USD',
  invalidTurns: 'turns in a row without a valid answer',
  repeatedCalls: 'turns in a row with the same Call',
}

/** Ends the Run where this limit is reached (docs/contract/protocol.md#the-loop); nothing is waited for where it is not. */
export function endAtLimit(
  run: Recording,
  span: string,
  limit: keyof Limits,
  value: number,
  max: number,
): Promise<void> | undefined {
  const reached = reach(run, span, limit, value, max)
  return reached && endRecorded(run, span, limitEnd(limit, reached.max, span), () => reached.recorded)
}

/** Ends the Run once `record` is durable. Of several branches that reach a limit, the recorded end names which came first. */
export async function endRecorded(
  run: Recording,
  span: string,
  end: RunEnd,
  record: () => Promise<void>,
): Promise<void> {
  await record()
  if (endsElsewhere(run, span)) return await run.history.missing(`${span}#limit.reached`)
  throw end
}

export const limitEnd = (limit: keyof Limits, max: number, span: string): RunEnd =>
  new RunEnd({
    code: `limit.${limit}`,
    message: `The Run reached its limit of ${max} ${WORDS[limit]} (limits.${limit}). Raise it in the Idea's or the workspace's config if the work needs more.`,
    key: span,
    retryable: false,
  })
