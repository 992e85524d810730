import { EnsembleError, type JournalEvent, type Run } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import {
  type Case,
  type CaseChange,
  type CaseVerdict,
  type Expectation,
  changeOf,
  judgeOutcome,
  judgeReplay,
  outcomeOf,
  parseCase,
} from '@ensemble/core/trace'
import { askJudges, measuresOf } from '../scores/measure-outcome.ts'
import type { Services } from '../services.ts'
import { type FileName, fileName } from '../workspace/names.ts'
import { createDocumentJournal } from './document-journal.ts'
import { createEngine } from './executor.ts'
import { exportRun } from './export-run.ts'
import { inputOf } from './run-values.ts'
import type { RunDocument } from './run-document.ts'

/** A case as lists show it; what cannot be read says why. */
export interface ListedCase {
  readonly name: string
  readonly etag: string
  readonly title?: string
  readonly expect?: readonly Expectation[]
  readonly idea?: string
  readonly model?: string
  /** The id of the recorded run, and when it began. */
  readonly run?: string
  readonly startedAt?: string
  readonly problem?: string
}

/** A case's verdict against the current files; `broken` if its own file is unreadable. */
export interface CaseReport extends Omit<CaseVerdict, 'status'> {
  readonly name: string
  readonly status: CaseVerdict['status'] | 'broken'
  /** The first turn that changes; null where none does. */
  readonly change: CaseChange | null
  /** The run that was judged, where a model was asked again. */
  readonly run?: string
  readonly message?: string
}

/** The first line of a case's record. */
export type CaseStart = Extract<JournalEvent, { type: 'run.created' }>

const readText = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new EnsembleError('case.invalid', 'The case cannot be read: it is not JSON.')
  }
}

/** parseCase has seen that it is an object; verifyDocument checks every member and byte of it. */
const documentOf = ({ run }: Case): RunDocument => {
  const document = run as unknown as RunDocument
  if (!Array.isArray(document.lines) || document.head === undefined || document.bodies === undefined)
    throw new EnsembleError('case.invalid', 'The case cannot be read: `run` is not an exported run.')
  return document
}

/** Reads a case's file; undefined if missing. Throws EnsembleError `case.invalid`. */
export const readCase = async ({ workspace }: Services, name: FileName): Promise<Case | undefined> => {
  const stored = await workspace.files.read(name)
  return stored && parseCase(readText(stored.bytes))
}

export const listCases = async ({ workspace }: Services): Promise<readonly ListedCase[]> => {
  const { files, unread } = await workspace.files.list('cases')
  // A case that is left out would count as one that holds.
  if (unread[0] !== undefined) throw unread[0].error
  return files.map(({ name, etag, bytes }) => {
    try {
      const found = parseCase(readText(bytes))
      const { title, expect } = found
      const { run, lines } = documentOf(found)
      const { at, data } = JSON.parse(lines[0] ?? '{}') as CaseStart // as the list shows it; a replay verifies it
      return {
        name,
        etag,
        expect,
        run,
        startedAt: at,
        idea: data.idea,
        model: data.model,
        ...(title !== undefined && { title }),
      }
    } catch (error) {
      return { name, etag, problem: error instanceof Error ? error.message : String(error) }
    }
  })
}

export interface KeepOptions {
  readonly name: string
  readonly title?: string
  readonly expect: readonly Expectation[]
}

/** The text of the file that keeps a finished run: a line of the Journal is a line of the file. Throws `run.unfinished`. */
export const caseText = async (services: Services, run: Run, { title, expect }: KeepOptions): Promise<string> => {
  if (!hasEnded(run)) throw new EnsembleError('run.unfinished', `Run ${run.id} has not ended; keep it when it has.`)
  const document = await exportRun(services, run)
  const kept = { version: 1, ...(title !== undefined && { title }), expect, run: document }
  return `${JSON.stringify(kept, null, 2)}\n`
}

/** Every event of a case's record, its large values put back. Throws EnsembleError if it is not whole. */
export const eventsOfCase = async (
  services: Services,
  name: string,
): Promise<{ readonly run: string; readonly events: readonly JournalEvent[] }> => {
  const found = await readCase(services, fileName('cases', name))
  if (found === undefined) throw new EnsembleError('case.invalid', `There is no cases/${name}.json.`)
  const document = documentOf(found)
  const journal = await createDocumentJournal(document, await services.validator())
  return { run: document.run, events: await journal.read(document.run, { hydrate: true }) }
}

/** The first event of a case's record, its large values put back. */
export const startOf = async ({ validator }: Pick<Services, 'validator'>, found: Case): Promise<CaseStart> => {
  const document = documentOf(found)
  const journal = await createDocumentJournal(document, await validator())
  const [created] = await journal.read(document.run, { limit: 1, hydrate: true })
  if (created?.type === 'run.created') return created
  throw new EnsembleError('run.damaged', 'The record of this case does not begin with a run.')
}

/** Replays a case against the current files, or holds a run that was started from it against its expectations. */
export const checkCase = async (
  services: Services,
  name: string,
  run: Run | undefined,
  signal: AbortSignal,
): Promise<CaseReport> => {
  try {
    const found = await readCase(services, fileName('cases', name))
    if (found === undefined) throw new EnsembleError('case.invalid', `There is no cases/${name}.json.`)
    return { name, ...(await judge(services, found, run, signal)) }
  } catch (error) {
    if (!(error instanceof EnsembleError)) throw error
    return { name, status: 'broken', score: 0, change: null, expectations: [], message: error.message }
  }
}

const judge = async (
  services: Services,
  found: Case,
  run: Run | undefined,
  signal: AbortSignal,
): Promise<Omit<CaseReport, 'name'>> => {
  const document = documentOf(found)
  const validator = await services.validator()
  const journal = await createDocumentJournal(document, validator)
  const events = await journal.read(document.run, { hydrate: true })
  const recorded = outcomeOf(events)
  const change = await firstChange(services, journal, events)
  const input = inputOf(events)
  if (run === undefined) {
    // Nothing but a difference is known of a replay that differs.
    const measures =
      change === null
        ? await measuresOf(services, found.expect, { input, recorded, outcome: recorded }, signal)
        : undefined
    return { change, ...judgeReplay(found.expect, recorded, change, { validator, measures }) }
  }
  if (!hasEnded(run)) throw new EnsembleError('run.unfinished', `Run ${run.id} has not ended; judge it when it has.`)
  const outcome = outcomeOf(await services.journal.read(run.id, { hydrate: true }))
  const measures = await measuresOf(services, found.expect, { input, recorded, outcome }, signal)
  const verdict = judgeOutcome(found.expect, recorded, outcome, { validator, measures })
  // That the run came to no output explains more than what is missing in it.
  const failed = verdict.status === 'failed' && run.error !== undefined
  return { run: run.id, change, ...verdict, ...(failed && { message: `The run failed: ${run.error?.message}` }) }
}

/** Asks the judges of a case about its record, or about a run that asked again; the ids of their runs. */
export const askJudgesOfCase = async (
  services: Services,
  found: Case,
  run: Run | undefined,
  model: string | undefined,
): Promise<readonly string[]> => {
  const document = documentOf(found)
  const journal = await createDocumentJournal(document, await services.validator())
  const events = await journal.read(document.run, { hydrate: true })
  const recorded = outcomeOf(events)
  const outcome = run === undefined ? recorded : outcomeOf(await services.journal.read(run.id, { hydrate: true }))
  return askJudges(services, found.expect, { input: inputOf(events), recorded, outcome }, model)
}

const firstChange = async (
  services: Services,
  journal: Awaited<ReturnType<typeof createDocumentJournal>>,
  events: readonly JournalEvent[],
): Promise<CaseChange | null> => {
  const [created] = events
  if (created?.type !== 'run.created') return null
  const { idea, imported } = created.data
  // Nothing was composed here that could change.
  if (imported !== undefined) return null
  try {
    await services.trials.ideas.resolve(idea)
  } catch (error) {
    if (!(error instanceof EnsembleError)) throw error
    const place = { key: created.key, seq: created.seq, request: '', turn: 0, path: '' }
    return { ...place, idea, what: 'end', expected: idea, actual: error.message }
  }
  const engine = await createEngine({ ...services, journal })
  return changeOf(events, await engine.replay(created.run, { ideas: 'current' }))
}
