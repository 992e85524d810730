import type { JournalEvent } from '../../journal/events.ts'
import type { Lease } from '../../journal/journal.ts'
import type { RunError } from '../../journal/run-types.ts'
import type { Json } from '../../schema/json.ts'
import { onAbort } from '../../schema/on-abort.ts'
import type { Breakpoints } from '../approval/breakpoints.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import { RunHistory, type History } from '../record/history.ts'
import { watchStorage, watchWaits } from './idle.ts'
import type { OpenApprovals, PendingApproval } from '../approval/open-approvals.ts'
import { Parking } from '../approval/parking.ts'
import { createPins } from '../record/pins.ts'
import { publish } from '../record/publish.ts'
import type { Reuse } from '../record/reuse.ts'
import { runRoot } from './root.ts'
import { LoopFailed, RunEnd, RunStopped } from '../record/run-end.ts'
import { limitEnd, reach } from '../limits/reach.ts'
import type { Endpoints, RunScope } from '../perform/run-scope.ts'
import { createScope } from './create-scope.ts'
import { Wall } from '../limits/wall.ts'

export interface AdvanceOptions {
  readonly endpoints: Endpoints
  readonly deps: ExecutorDeps
  readonly run: string
  /** The Run's Journal, hydrated; the first event is `run.created`. */
  readonly recorded: readonly JournalEvent[]
  readonly lease: Lease
  readonly reuse: Reuse
  /** Signals that are in the inbox already. */
  readonly early: ReadonlyMap<string, Json>
  /** A further Call waits for a person. */
  readonly onAsked?: (asked: PendingApproval) => void
  /** Every live branch waits, and that is recorded. */
  readonly onParked?: () => void
  /** Those that a person set before the Run left memory; by default the Run's own. */
  readonly breakpoints?: Breakpoints | undefined
}

/** An active Run in this process. */
export interface Advancing {
  /** Resolves when the Run has ended or was left for a later resume; never rejects. */
  readonly ended: Promise<void>
  /** The Journal's error for a refused fact; the Run was left for that. */
  broken(): { readonly error: unknown } | undefined
  /** Resolves when every live branch waits for a person. */
  parked(): Promise<void>
  /** Whether every live branch waits now. */
  isParked(): boolean
  /** Resolves when a Run that comes back to its wait is there, or continues. */
  back(): Promise<void>
  readonly approvals: OpenApprovals
  deliver(key: string, body: Json): void
  stop(reason: RunStopped): void
  readonly breakpoints: Breakpoints
  /** Records that the Run resumes after an interruption. */
  resumed(why: string): void
}

/** Drives a Run to its end; what is recorded is passed over, the rest happens (docs/contract/protocol.md#the-journal, live and resume). */
export function advance(options: AdvanceOptions): Advancing {
  const { run: id, recorded, lease, early } = options
  // A branch between two facts is at work, though no effect is in flight: the Run waits only when nothing is.
  const watch = options.deps.journal.defers ? watchWaits : watchStorage
  const deps = watch(options.deps, (work) => parking.busy(work))
  const stopping = new AbortController()
  const isWaiting = endsWithWait(recorded)
  let broken: { readonly error: unknown } | undefined
  const history: RunHistory = new RunHistory({
    journal: deps.journal,
    lease,
    recorded,
    reuse: options.reuse,
    engine: deps.engine,
    clock: deps.clock,
    rest: deps.rest,
    ...(isWaiting && { onNew: (type) => void (type.startsWith('run.') || parking.resume('work')) }),
    onPassed: (done, total) => publish({ id, deps, history }, 'run.reading', '', { done, total }),
    onBroken: (error) => {
      broken = { error }
      stopping.abort(new RunStopped('broken', 'the Journal'))
    },
  })
  const created = createdData(recorded)
  const wall = new Wall({
    clock: deps.clock,
    signal: stopping.signal,
    recorded,
    maxMs: created.limits.wallMs,
    onReached: (span, max) => endByTime(span, max),
  })
  if (isWaiting) wall.pause()
  const parking: Parking = new Parking({
    signal: stopping.signal,
    early,
    isWaiting,
    ...(options.onParked && { onParked: options.onParked }),
    idle: () => deps.clock.sleep(0, stopping.signal).catch(() => {}),
    onWaiting: (waitingFor) => {
      wall.pause()
      // Where that cannot be recorded, the Run stops instead, and never waits.
      return history.emit('run.waiting', '', { waitingFor }).catch(() => new Promise<never>(() => {}))
    },
    onResumed: (why) => {
      wall.go()
      void history.emit('run.resumed', '', { why }).catch(() => {})
    },
  })
  const pin = createPins({ journal: deps.journal, ideas: deps.ideas, recorded, store: true })
  const { signal } = stopping
  const { endpoints, onAsked, breakpoints } = options
  const scope = createScope({ id, deps, history, created, pin, signal, endpoints, parking, onAsked, wall, breakpoints })
  const endByTime = (span: string, max: number): void => {
    // Where it cannot be written, the Run stops for that.
    reach(scope, span, 'wallMs', max + 1, max)?.recorded.catch(() => {})
    // At once: what a branch still wrote would come after the limit, and a replay would not find why.
    stopping.abort(limitEnd('wallMs', max, span))
  }
  const over = recorded.find((event) => event.type === 'limit.reached' && event.data.limit === 'wallMs')
  // The process ended between the limit and the Run's end.
  if (over?.type === 'limit.reached') endByTime(over.span, over.data.max)
  if (early.has('cancel')) stopping.abort(new RunStopped('cancelled', byOf(early.get('cancel'))))

  return {
    ended: drive(scope, stopping).finally(() => wall.pause()),
    broken: () => broken,
    parked: () => parking.allParked(),
    isParked: () => parking.isParked,
    back: () => parking.back(),
    approvals: scope.people.approvals,
    deliver: (key, body) => parking.deliver(key, body),
    stop: (reason) => stopping.abort(reason),
    breakpoints: scope.people.breakpoints,
    resumed: (why) => {
      if (parking.resume(why)) parking.look()
      else if (recorded.length > 1) void history.emit('run.resumed', '', { why }).catch(() => {})
    },
  }
}

/** Shared instance: creating an Error per run would capture a useless stack trace. */
const ENDED = new RunStopped('drained', 'the end of the run')

async function drive(scope: RunScope, stopping: AbortController): Promise<void> {
  const { history, limits } = scope
  try {
    const { output, messages } = await orStopped(scope.signal, runRoot(scope))
    scope.deps.onOutput?.(scope.id, output, messages)
    await history.emit('run.completed', '', { output, usage: limits.budget.usage })
  } catch (thrown) {
    await recordEnd(scope, history, thrown).catch(() => {})
  } finally {
    // Later effects of a branch are ignored.
    stopping.abort(ENDED)
  }
}

/** Journals why the Run ended; a drained or broken one stays unfinished, for a later resume. */
export async function recordEnd(scope: RunScope, history: History, thrown: unknown): Promise<void> {
  const { usage } = scope.limits.budget
  if (thrown instanceof RunStopped) {
    if (thrown.why === 'cancelled') await history.emit('run.cancelled', '', { by: thrown.by, usage })
    if (thrown.why === 'drained') {
      const since = new Date(scope.deps.clock.now()).toISOString()
      await history.emit('run.waiting', '', { waitingFor: [{ type: 'restart', since }] })
    }
    return
  }
  await history.emit('run.failed', '', { error: toRunError(thrown), usage })
}

function toRunError(thrown: unknown): RunError {
  if (thrown instanceof RunEnd || thrown instanceof LoopFailed) return thrown.error
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown } // unknown errors may carry anything
  return {
    code: typeof code === 'string' ? code : 'engine.internal',
    message: typeof message === 'string' ? message : String(thrown),
    retryable: false,
  }
}

const orStopped = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  work.catch(() => {})
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) return stop()
    onAbort(signal, stop)
    work.then(resolve, reject)
  })
}

/** Whether the last fact is that the Run waits for a person: it comes back to that, and did nothing since. */
const endsWithWait = (recorded: readonly JournalEvent[]): boolean => {
  const last = recorded.at(-1)
  return last?.type === 'run.waiting' && last.data.waitingFor.every(({ type }) => type !== 'restart')
}

export function createdData(recorded: readonly JournalEvent[]) {
  const first = recorded[0]
  if (first?.type !== 'run.created') throw new Error('a Run begins with run.created')
  return first.data
}

const byOf = (body: Json | undefined): string =>
  typeof body === 'object' && body !== null && 'by' in body && typeof body.by === 'string' ? body.by : 'a person'
