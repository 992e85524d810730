import { type JsonObject, type JournalEvent, isObject } from '@ensemble/core'
import { isBodyRef } from '@ensemble/core/host'
import { DriftTally, type EdgeDrift, moduleCalls } from '@ensemble/core/trace'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { newestRuns } from './newest-runs.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'

/** The values that callers passed in recorded Runs, edge by edge, against the Modules' inputs as the files are now. */
export interface DriftReport {
  readonly edges: readonly (EdgeDrift & {
    /** When the Module's schema is merged into the Tool now; null where the Tool is gone. */
    readonly resolve: 'runtime' | 'upfront' | 'upfront+output' | null
  })[]
  /** Runs that were looked at. */
  readonly runs: number
  /** Whether older Runs were left out. */
  readonly more: boolean
}

const TYPES = ['module.entered', 'call.proposed', 'call.started'] as const

/** Reads the newest `most` Runs; runs nothing. */
export const readDrift = async (
  { journal, workspace, validator }: Pick<Services, 'journal' | 'workspace' | 'validator'>,
  most: number,
): Promise<DriftReport> => {
  const { nodes, edges } = await workspace.graph()
  const judging = await validator()
  const inputs = new Map(nodes.map(({ id, input }) => [id, input]))
  const tally = new DriftTally((to, value) => {
    const schema = inputs.get(`idea:${to}`)
    if (schema === undefined || schema === null) return undefined
    const verdict = judging.check(schema, value)
    return verdict.ok ? [] : verdict.issues
  })
  let runs = 0
  let more = false
  for await (const { id, idea, usage } of newestRuns(journal, most + 1)) {
    if (runs === most) {
      more = true
      break
    }
    runs += 1
    if (usage.calls === 0) continue
    await rest()
    for (const call of moduleCalls(idea, await eventsOf(journal, id)))
      tally.add(id, call, await valueOf(journal, call.resolved))
  }
  const resolves = new Map(edges.map(({ id, resolve }) => [id, resolve]))
  return { edges: tally.edges().map((edge) => ({ ...edge, resolve: resolves.get(edge.id) ?? null })), runs, more }
}

/** Most Runs enter no Module: the other events are read only for those that do. */
const eventsOf = async (journal: WorkspaceJournal, run: string): Promise<readonly JournalEvent[]> => {
  const [first, ...others] = TYPES
  const entered = await journal.readType(run, first)
  if (entered.length === 0) return []
  const rest = await Promise.all(others.map((type) => journal.readType(run, type)))
  return [...entered, ...rest.flat()]
}

const valueOf = async (journal: WorkspaceJournal, stored: unknown): Promise<JsonObject | undefined> => {
  if (!isBodyRef(stored)) return isObject(stored) ? stored : undefined
  const bytes = await journal.bodies.get(stored.$body)
  const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
  return isObject(value) ? value : undefined
}
