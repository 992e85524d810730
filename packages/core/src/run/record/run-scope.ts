import type { Profile } from '../../idea/bindings.ts'
import type { EventData, LiveData, LiveType } from '../../journal/events.ts'
import { isoTime } from '../../journal/iso-time.ts'
import { parentOf } from '../../journal/parent-of.ts'
import type { Limits, LoadedIdea } from '../../idea/idea.ts'
import type { WireChoice } from '../../model/fallback.ts'
import { LateMap } from '../../schema/late-map.ts'
import type { ModuleParts } from './module-parts.ts'
import type { Question } from './question.ts'
import type { Breakpoints } from '../approval/breakpoints.ts'
import type { Budget } from '../limits/budget.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import type { History } from './history.ts'
import type { OpenApprovals } from '../approval/open-approvals.ts'
import type { Parking } from '../approval/parking.ts'
import type { Reuse } from './reuse.ts'
import { RunEnd } from './run-end.ts'
import { createSlots, type Slots } from '../limits/slots.ts'
import type { Wall } from '../limits/wall.ts'

/** What all Runs of one executor share. */
export interface SharedScope {
  readonly slots: Slots
  /** By endpoint and model: what was refused once is not sent again in this process. */
  readonly refusedWires: LateMap<string, readonly WireChoice[]>
}

export const createShared = (deps: ExecutorDeps): SharedScope => ({
  slots: createSlots((endpoint) => deps.concurrency?.(endpoint) ?? 8),
  refusedWires: new LateMap(),
})

/** What every branch of one Run shares. */
export interface RunScope extends SharedScope {
  readonly id: string
  readonly deps: ExecutorDeps
  readonly history: History
  readonly created: EventData['run.created']
  readonly profile: Profile
  readonly budget: Budget
  /** What a fork keeps of its source. */
  readonly reuse: Reuse
  readonly parking: Parking
  /** Aborted with RunEnd or RunStopped when the Run ends. */
  readonly signal: AbortSignal
  /** The first resolution of an address pins its content for the rest of the Run (docs/contract/protocol.md#modules). */
  readonly pin: (address: string, from: string | undefined) => Promise<LoadedIdea>
  /** Calls that wait for a person now, by Call id. */
  readonly approvals: OpenApprovals
  readonly breakpoints: Breakpoints
  /** Told of each Request before its answer is read: for looking into a record. */
  readonly onQuestion?: (question: Question) => void
  /** Told of each Loop as it begins: the same. */
  readonly onLoop?: (start: {
    readonly span: string
    readonly loaded: LoadedIdea
    readonly module?: ModuleParts
  }) => void
  /** Absent where no time passes: in a replay. */
  readonly wall?: Wall
}

/** Whether anybody sees what is only told while it happens. */
export const isWatched = ({ id, history, deps }: RunScope): boolean =>
  !history.replaying && deps.journal.isTailed?.(id) !== false

export function publish<T extends LiveType>(run: RunScope, type: T, span: string, data: LiveData[T]): void {
  if (!isWatched(run)) return
  run.deps.journal.publish({
    v: 1,
    seq: null,
    prev: null,
    run: run.id,
    type,
    key: `${span}#${type}`,
    at: isoTime(run.deps.clock.now()),
    span,
    parent: parentOf(span),
    data,
  } as never) // type and data belong together by this function's signature
}

export interface Reached {
  readonly value: number
  readonly max: number
  /** Resolves once the fact is durable. */
  readonly recorded: Promise<void>
}

/**
 * Decides whether a limit is reached here and journals that as a fact: what depends on time and on other branches is
 * decided once and read from the record afterwards. Undefined where it is not. `before`: how often it was reached on this
 * span already.
 */
export function reach(
  run: RunScope,
  span: string,
  limit: keyof Limits,
  value: number,
  max: number,
  before = 0,
): Reached | undefined {
  const reached = run.history.all('limit.reached', span)
  const known = reached.length === 0 ? undefined : reached.filter((event) => event.data.limit === limit)[before]
  if (run.history.replaying ? known === undefined : known === undefined && value <= max) return undefined
  const fact = known?.data ?? { limit, value, max, scope: span }
  return { value: fact.value, max: fact.max, recorded: run.history.emit('limit.reached', span, fact) }
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
  run: RunScope,
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
  run: RunScope,
  span: string,
  end: RunEnd,
  record: () => Promise<void>,
): Promise<void> {
  await record()
  const first = run.history.replaying ? run.history.recorded('run.failed', '')?.data.error.key : undefined
  if (first !== undefined && first !== span) return await run.history.missing(`${span}#limit.reached`)
  throw end
}

export const limitEnd = (limit: keyof Limits, max: number, span: string): RunEnd =>
  new RunEnd({
    code: `limit.${limit}`,
    message: `The Run reached its limit of ${max} ${WORDS[limit]} (limits.${limit}). Raise it in the Idea's or the workspace's config if the work needs more.`,
    key: span,
    retryable: false,
  })
