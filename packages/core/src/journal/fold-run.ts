import type { JsonObject, Sha256 } from '../schema/json.ts'
import { isBodyRef, type JournalEvent } from './events.ts'
import type { FailedCall, Run, Usage, Waited } from './run-types.ts'

/** The sum over nothing. */
export const NO_USAGE: Usage = {
  requests: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: null,
  currency: 'USD',
  estimated: false,
}

/** True once nothing more can follow. */
export const hasEnded = (run: Pick<Run, 'status'>): boolean =>
  run.status === 'completed' || run.status === 'failed' || run.status === 'cancelled'

/** Whether nothing follows a fact of this type. */
export const isEnd = (type: JournalEvent['type']): boolean =>
  type === 'run.completed' || type === 'run.failed' || type === 'run.cancelled'

/** The event with a separately stored fork put back: a Run names its source, however large the edit. */
export function withFork(event: JournalEvent, body: (hash: Sha256) => unknown): JournalEvent {
  if (event.type !== 'run.created') return event
  const { data } = event
  const stored: unknown = data.fork
  if (!isBodyRef(stored)) return event
  // A body of this member held a fork when it was written.
  return { ...event, data: { ...data, fork: body(stored.$body) as NonNullable<typeof data.fork> } }
}

/**
 * One step of the fold Journal → Run. The first event must be `run.created`, `withFork`; the chain's keeper gives
 * `head.hash`.
 */
export function foldRun(run: Run | undefined, event: JournalEvent, hash: string): Run {
  const head = { seq: event.seq, hash }
  if (event.type === 'run.created') {
    const { idea, input, model, profile, fork, continues } = event.data
    return {
      id: event.run,
      idea,
      status: 'running',
      // A BodyRef is JSON too: lists show it unchanged.
      input: input as JsonObject,
      waitingFor: [],
      model,
      profile,
      usage: NO_USAGE,
      startedAt: event.at,
      ...(fork && { parent: { run: fork.run, at: fork.at } }),
      ...(continues && { continues }),
      head,
    }
  }
  if (!run) throw new Error(`event ${event.seq} of run ${event.run} comes before run.created`)
  switch (event.type) {
    case 'request.completed':
      // The source paid for a fork's kept parts.
      return event.data.source ? { ...run, head } : { ...run, usage: addUsage(run.usage, event.data.usage), head }
    case 'request.failed':
      return event.data.source || !event.data.usage
        ? { ...run, head }
        : { ...run, usage: addUsage(run.usage, event.data.usage), head }
    case 'call.proposed':
      return { ...run, usage: { ...run.usage, calls: run.usage.calls + 1 }, head }
    case 'call.failed':
      return {
        ...withFailed(run, [...failedBut(run, event.span), { span: event.span, code: event.data.error.code }]),
        head,
      }
    // Another attempt, or a person's answer in its place.
    case 'call.started':
    case 'call.completed':
      return run.failedCalls === undefined ? { ...run, head } : { ...withFailed(run, failedBut(run, event.span)), head }
    case 'run.waiting':
      return {
        ...run,
        status: 'waiting',
        waitingFor: event.data.waitingFor,
        waited: { ms: run.waited?.ms ?? 0, since: run.waited?.since ?? event.at },
        head,
      }
    case 'run.resumed':
      return { ...withoutWait(run, event.at), status: 'running', waitingFor: [], head }
    case 'run.completed':
      return {
        ...withoutWait(run, event.at),
        status: 'completed',
        output: event.data.output as JsonObject, // as above
        usage: event.data.usage,
        waitingFor: [],
        endedAt: event.at,
        head,
      }
    case 'run.failed':
      return {
        ...withoutWait(run, event.at),
        status: 'failed',
        error: event.data.error,
        usage: event.data.usage,
        waitingFor: [],
        endedAt: event.at,
        head,
      }
    case 'run.cancelled':
      return {
        ...withoutWait(run, event.at),
        status: 'cancelled',
        usage: event.data.usage,
        waitingFor: [],
        endedAt: event.at,
        head,
      }
    default:
      return { ...run, head }
  }
}

/** The Run with its present wait, if any, over at `at`. */
const withoutWait = (run: Run, at: string): Run => {
  const { ms, since } = run.waited ?? NEVER
  return since === undefined ? run : { ...run, waited: { ms: ms + Math.max(0, Date.parse(at) - Date.parse(since)) } }
}
const NEVER: Waited = { ms: 0 }

/** Failed Calls that a Run names; more would weigh on every list. */
export const MOST_FAILED = 100

const failedBut = ({ failedCalls = NO_CALLS }: Run, span: string): readonly FailedCall[] =>
  failedCalls.some((call) => call.span === span) ? failedCalls.filter((call) => call.span !== span) : failedCalls
const NO_CALLS: readonly FailedCall[] = []

const withFailed = ({ failedCalls: _before, ...run }: Run, failed: readonly FailedCall[]): Run =>
  failed.length === 0 ? run : { ...run, failedCalls: failed.slice(0, MOST_FAILED) }

/** Types that leave a Run as it is, but for its head. */
const NEUTRAL: ReadonlySet<JournalEvent['type']> = new Set([
  'request.started',
  'answer.rejected',
  'call.rejected',
  'state.written',
])
/** Types that change only a Run in which a Call failed before. */
const OF_FAILED: ReadonlySet<JournalEvent['type']> = new Set(['call.started', 'call.completed'])

const isNeutral = (run: Run | undefined, { type }: JournalEvent): boolean =>
  NEUTRAL.has(type) || (OF_FAILED.has(type) && run?.failedCalls === undefined)

/** The fold over all that came since; `hash` is the last one's. Throws where there is no Run to fold into. */
export function foldAll(run: Run | undefined, events: readonly JournalEvent[], hash: string): Run {
  let folded = run
  for (const [index, event] of events.entries())
    if (index === events.length - 1 || !isNeutral(folded, event)) folded = foldRun(folded, event, hash)
  if (!folded) throw new Error('a Run begins with run.created')
  return folded
}

/** The sum after one more Request. */
export function addUsage(
  sum: Usage,
  one: Pick<Usage, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'reasoningTokens' | 'estimated'> & {
    readonly cost?: number | null
  },
  cost: number | null = one.cost ?? null,
): Usage {
  // Written out: a copy that is changed member by member costs ten times as much, and every turn adds to several sums.
  return {
    requests: sum.requests + 1,
    calls: sum.calls,
    inputTokens: sum.inputTokens + one.inputTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
    cachedTokens: sum.cachedTokens + one.cachedTokens,
    reasoningTokens: sum.reasoningTokens + one.reasoningTokens,
    cost: cost === null ? sum.cost : (sum.cost ?? 0) + cost,
    currency: sum.currency,
    estimated: sum.estimated || one.estimated,
  }
}
