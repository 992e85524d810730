import { EnsembleError } from '@ensemble/core'
import type { CallError } from '@ensemble/core/model'
import type { Mode } from '@ensemble/core/tool'
import type { CallHistoryCheck, IdeaTool } from '@ensemble/core/editor'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { isName } from '../workspace/names.ts'
import { eventsOfCase, listCases } from './cases.ts'
import { type PastCall, type RecordedRun, callsOf, runIn } from './recorded-calls.ts'

/** How the recorded Calls of one Tool fit its schema and `_output` as they are now. Each Call counts in one of the four. */
export interface ToolRecord {
  readonly idea: string
  readonly tool: string
  /** Where the Tool is written; the Idea's file where it is gone. */
  readonly file: string
  readonly path: string
  readonly valid: number
  readonly refused: number
  /** Not judged: they hold references whose values were not recorded. */
  readonly unresolved: number
  /** Not judged: the Idea has no such Tool any more, or its schema has errors. */
  readonly gone: number
  /** The newest that were refused, 20 at most. */
  readonly examples: readonly RefusedCall[]
}

export interface RefusedCall extends Pick<PastCall, 'run' | 'seq' | 'span' | 'at'> {
  /** The case that holds it; left out where a run of this workspace does. */
  readonly case?: string
  readonly error: CallError
}

export interface RecordedReport {
  readonly tools: readonly ToolRecord[]
  readonly runs: number
  readonly cases: number
  /** Runs and cases that could not be read. */
  readonly damaged: number
  /** Whether older runs are unchecked. */
  readonly more: boolean
}

const MOST_RUNS = 1000
const PAGE = 100
const MOST_EXAMPLES = 20

type Counts = { -readonly [name in 'valid' | 'refused' | 'unresolved' | 'gone']: number }
type Tally = Omit<ToolRecord, keyof Counts | 'examples'> & Counts & { readonly examples: RefusedCall[] }

/** Judges the Calls of the newest runs and of every case by the Tools as the files are now; runs nothing. */
export const checkRecorded = async (services: Services): Promise<RecordedReport> => {
  const judge = await createJudge(services)
  const seen = new Set<string>()
  let damaged = 0
  const take = async (source: () => Promise<RecordedRun>, name?: string): Promise<void> => {
    try {
      await judge.take(await source(), name)
    } catch (error) {
      if (!(error instanceof EnsembleError)) throw error
      damaged++
    }
  }
  let cursor: string | null | undefined
  do {
    const page = await services.journal.runs.list({ limit: PAGE, ...(cursor && { cursor }) })
    for (const { id } of page.items) {
      seen.add(id)
      await take(async () => runIn(services.journal, id))
    }
    cursor = page.next
  } while (cursor !== null && seen.size < MOST_RUNS)
  const runs = seen.size
  const cases = await listCases(services)
  for (const { name, run } of cases)
    // A case of a run that is here holds the same Calls.
    if (run === undefined || !seen.has(run)) await take(() => runInCase(services, name), name)
  return { tools: judge.tools(), runs, cases: cases.length, damaged, more: cursor !== null }
}

const runInCase = async (services: Services, name: string): Promise<RecordedRun> => {
  const { run, events } = await eventsOfCase(services, name)
  // Its large values are in it already.
  return { run, ofType: async (type) => events.filter((event) => event.type === type), body: async () => undefined }
}

interface Judge {
  take(source: RecordedRun, name: string | undefined): Promise<void>
  tools(): readonly ToolRecord[]
}

const createJudge = async ({ workspace, validator }: Services): Promise<Judge> => {
  const [{ files }, graph, { checkRecordedCallsInTurns, ideaTools }] = await Promise.all([
    workspace.snapshot(),
    workspace.graph(),
    import('@ensemble/core/editor'),
  ])
  const judging = await validator()
  const modes = new Map(
    graph.nodes.flatMap(({ id, tools }) => tools.map(({ name, mode }): [string, Mode] => [`${id} ${name}`, mode])),
  )
  const known = new Map<string, ReadonlyMap<string, IdeaTool>>()
  const toolsOf = (idea: string): ReadonlyMap<string, IdeaTool> => {
    const found = known.get(idea) ?? new Map((ideaTools(files, idea) ?? []).map((one) => [one.tool.name, one]))
    known.set(idea, found)
    return found
  }
  const tallies = new Map<string, Tally>()
  const tallyOf = (idea: string, tool: string, { file, path }: Pick<IdeaTool, 'file' | 'path'>): Tally => {
    const key = `${idea} ${tool}`
    const zero = { valid: 0, refused: 0, unresolved: 0, gone: 0, examples: [] }
    const tally = tallies.get(key) ?? { idea, tool, file, path, ...zero }
    tallies.set(key, tally)
    return tally
  }
  const judge = async (idea: string, calls: readonly PastCall[], name: string | undefined): Promise<void> => {
    const tool = calls[0]?.tool ?? ''
    const found = toolsOf(idea).get(tool)
    const tally = tallyOf(idea, tool, found ?? { file: `ideas/${idea}.json`, path: '' })
    if (found?.isSound !== true) {
      tally.gone += calls.length
      return
    }
    const mode = modes.get(`idea:${idea} ${tool}`)
    const options = { validator: judging, ...(mode !== undefined && { mode }) }
    add(tally, await checkRecordedCallsInTurns(found.tool, calls, options, rest), name)
  }
  return {
    take: async (source, name) => {
      const groups = new Map<string, PastCall[]>()
      for await (const call of callsOf(source)) {
        const idea = nameOf(call.idea)
        if (idea === undefined) continue
        const key = `${idea} ${call.tool}`
        groups.set(key, [...(groups.get(key) ?? []), call])
      }
      for (const [key, calls] of groups) await judge(key.slice(0, key.indexOf(' ')), calls, name)
    },
    tools: () => [...tallies.values()],
  }
}

const add = (tally: Tally, { valid, refused, unresolved }: CallHistoryCheck<PastCall>, name?: string): void => {
  tally.valid += valid
  tally.unresolved += unresolved
  tally.refused += refused.length
  for (const { recorded, error } of refused.slice(0, MOST_EXAMPLES - tally.examples.length)) {
    const { run, seq, span, at } = recorded
    tally.examples.push({ run, seq, span, at, ...(name !== undefined && { case: name }), error })
  }
}

/** The name of a workspace's own Idea; undefined for a trial, which is of no file. */
const nameOf = (address: string): string | undefined => {
  const name = address.replace(/^idea:\/\//, '')
  return name !== address && isName(name) ? name : undefined
}
