import { EnsembleError } from '@ensemble/core'
import { importUses } from '@ensemble/core/trace'
import { rest } from '../rest.ts'
import { newestRuns } from './newest-runs.ts'
import { readRun } from './run-origins.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'

/** How often an import of an edge was found again inside the Module. */
export interface ImportCount {
  readonly from: string
  readonly tool: string
  readonly to: string
  readonly import: string
  /** Recorded Calls that passed it. */
  readonly calls: number
  /** Those in which a reference read it, or an answer or argument of the Module holds a value of it. */
  readonly used: number
  /** The newest Call in which none of it was found. */
  readonly unusedIn?: { readonly run: string; readonly span: string }
}

export interface ImportReport {
  /** The least used first. */
  readonly imports: readonly ImportCount[]
  readonly runs: number
  /** Runs that could not be read. */
  readonly damaged: number
  readonly more: boolean
}

type Tally = { -readonly [K in keyof ImportCount]: ImportCount[K] }

/** Reads the newest `most` Runs; asks nothing. */
export const readImports = async (journal: WorkspaceJournal, most: number): Promise<ImportReport> => {
  const tallies = new Map<string, Tally>()
  let [runs, damaged, more] = [0, 0, false]
  for await (const { id, usage } of newestRuns(journal, most + 1)) {
    if (runs === most) {
      more = true
      break
    }
    runs += 1
    if (usage.calls === 0) continue
    await rest()
    try {
      if ((await journal.readType(id, 'module.entered')).length === 0) continue
      const { recorded, origins } = await readRun(journal, id)
      for (const { isUsed, span, ...edge } of importUses(recorded, origins)) {
        const key = JSON.stringify(edge)
        const tally: Tally = tallies.get(key) ?? { ...edge, calls: 0, used: 0 }
        tallies.set(key, tally)
        tally.calls += 1
        if (isUsed) tally.used += 1
        else tally.unusedIn ??= { run: id, span }
      }
    } catch (error) {
      if (!(error instanceof EnsembleError)) throw error
      damaged += 1
    }
  }
  const imports = [...tallies.values()].toSorted((one, other) => one.used / one.calls - other.used / other.calls)
  return { imports, runs, damaged, more }
}
