import type { JournalEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { advance } from './advance.ts'
import { createdEvent } from './created-event.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import { NO_REUSE } from './fork/reuse.ts'
import { RunStopped } from './run-end.ts'
import { createShared } from './run-scope.ts'

/** A Run in which nobody but its caller takes part: it is not listed, forked, decided on or found again. */
export interface RunOnce {
  readonly id: string
  /** Resolves once the Run has ended or every live branch waits for a person. */
  stands(): Promise<void>
  cancel(by: string): void
}

/** Starts an Idea without an executor, which most programs that run one Loop after the other would make and forget. */
export async function runOnce(deps: ExecutorDeps, idea: string): Promise<RunOnce> {
  const { journal } = deps
  const id = deps.newId()
  const created = await createdEvent(deps, id, { idea }, async () => [])
  await journal.create({ id, idea: created.data.idea, request: { idea }, created })
  const lease = await journal.lease(id)
  // As it would be read: a chain of one, which is hashed for the first who asks.
  const { type, key, at, span, parent, data } = created
  const recorded: readonly JournalEvent[] = [
    { v: 1, seq: 1, prev: GENESIS, run: id, type, key, at, span, parent, data },
  ]
  const running = advance({ deps, run: id, recorded, lease, early: NOTHING, reuse: NO_REUSE, ...createShared(deps) })
  return {
    id,
    stands: () => Promise.race([running.ended, running.parked()]),
    cancel: (by) => running.stop(new RunStopped('cancelled', by)),
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>()
