import type { Run } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'

/** Sums since the start of the server. */
export interface RunTotals {
  /** Ended runs by status. */
  readonly ended: ReadonlyMap<string, number>
  /** Failed runs by error code. */
  readonly errors: ReadonlyMap<string, number>
  readonly requests: number
  readonly calls: number
  /** By kind: input, output, cached, reasoning. */
  readonly tokens: ReadonlyMap<string, number>
  /** By currency; runs without a known price add nothing. */
  readonly cost: ReadonlyMap<string, number>
}

/** Codes of Activities have no end: further ones count as `other`. */
const MOST_CODES = 100

const add = (sums: Map<string, number>, name: string, amount: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + amount)

/** Follows every run of the Journal from now on. */
export const followTotals = (journal: Pick<WorkspaceJournal, 'onRun' | 'onRemoved'>): (() => RunTotals) => {
  const ended = new Map<string, number>()
  const errors = new Map<string, number>()
  const tokens = new Map<string, number>()
  const cost = new Map<string, number>()
  /** The counted usage of each run that has not ended. */
  const counted = new Map<string, Run['usage']>()
  let requests = 0
  let calls = 0

  const count = ({ usage, id }: Run, before: Run['usage']): void => {
    requests += usage.requests - before.requests
    calls += usage.calls - before.calls
    add(tokens, 'input', usage.inputTokens - before.inputTokens)
    add(tokens, 'output', usage.outputTokens - before.outputTokens)
    add(tokens, 'cached', usage.cachedTokens - before.cachedTokens)
    add(tokens, 'reasoning', usage.reasoningTokens - before.reasoningTokens)
    if (usage.cost !== null) add(cost, usage.currency, usage.cost - (before.cost ?? 0))
    counted.set(id, usage)
  }
  journal.onRun((run) => {
    const before = counted.get(run.id)
    if (before !== undefined) count(run, before)
    // One that is seen first after it ended was imported, or a person wrote a note about it.
    if (!hasEnded(run)) counted.set(run.id, run.usage)
    else if (counted.delete(run.id)) {
      add(ended, run.status, 1)
      const code = run.error?.code
      if (code !== undefined) add(errors, errors.has(code) || errors.size < MOST_CODES ? code : 'other', 1)
    }
  })
  journal.onRemoved((id) => counted.delete(id))
  return () => ({ ended, errors, requests, calls, tokens, cost })
}
