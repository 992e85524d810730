import type { JournalEvent } from '../../journal/events.ts'
import { GENESIS } from '../../journal/journal.ts'
import { advance } from './advance.ts'
import { createDecisions } from '../approval/decisions.ts'
import { createdEvent } from './created-event.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import type { DecisionInput, OpenApproval } from '../approval/approval-types.ts'
import type { StartRun } from './executor-types.ts'
import { NO_REUSE } from '../record/reuse.ts'
import { RunStopped } from '../record/run-end.ts'
import { createEndpoints } from '../perform/run-scope.ts'

/** A private Run of its caller: it is not listed, forked or found again. */
export interface RunOnce {
  readonly id: string
  readonly ended: Promise<void>
  /** Resolves once every live branch waits for a person. */
  parked(): Promise<void>
  /** The Calls that wait for a person. */
  open(): readonly OpenApproval[]
  /** Throws EnsembleError as `Executor.decide` does. */
  decide(callId: string, decision: DecisionInput): Promise<void>
  cancel(by: string): void
}

/** The caller's callbacks. */
export interface Listeners {
  /** The Run is in the Journal, and nothing happened in it yet. */
  readonly onCreated?: (id: string) => void
  /** A further Call waits for a person. */
  readonly onAsked?: () => void
}

/** Starts an Idea without an executor, which most programs that run one Loop after the other would make and forget. */
export async function runOnce(
  deps: ExecutorDeps,
  start: Pick<StartRun, 'idea' | 'allowEffects'>,
  { onCreated, onAsked }: Listeners = {},
): Promise<RunOnce> {
  const { journal } = deps
  const id = deps.newId()
  const created = await createdEvent(deps, id, start, async () => [])
  await journal.create({ id, idea: created.data.idea, request: { idea: start.idea }, created })
  onCreated?.(id)
  const lease = await journal.lease(id)
  // As it would be read: a chain of one, which is hashed for the first who asks.
  const { type, key, at, span, parent, data } = created
  const recorded: readonly JournalEvent[] = [
    { v: 1, seq: 1, prev: GENESIS, run: id, type, key, at, span, parent, data },
  ]
  const options = { deps, run: id, recorded, lease, early: NOTHING, reuse: NO_REUSE, endpoints: createEndpoints(deps) }
  const running = advance({ ...options, ...(onAsked && { onAsked }) })
  const decisions = createDecisions(deps, {
    get: () => running,
    back: async () => running,
    open: () => running.approvals.values(),
    go: async () => running,
  })
  return {
    id,
    ended: running.ended,
    parked: () => running.parked(),
    open: () => decisions.open(),
    async decide(callId, decision) {
      const run = await journal.runs.get(id)
      if (run) await decisions.decide(run, callId, decision)
    },
    cancel: (by) => running.stop(new RunStopped('cancelled', by)),
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>()
