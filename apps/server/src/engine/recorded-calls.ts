import { type Json, type JsonObject, type JournalEvent, type Sha256, isObject } from '@ensemble/core'
import type { EventType } from '@ensemble/core/journal'
import { TRIAL_MODEL, bodyRefs, hydrateEvent, isBodyRef, isLarge, writtenOutput } from '@ensemble/core/host'
import type { RecordedCall } from '@ensemble/core/editor'
import { SIMULATED } from '../models/models.ts'
import { jsonInPieces } from '../http/text-in-pieces.ts'
import { createPace, rest } from '../rest.ts'
import { newestRuns } from './newest-runs.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'

/** A Call that a model made and that was taken, with where it was made and what became of it. */
export interface PastCall extends RecordedCall {
  readonly run: string
  /** The event that proposed it. */
  readonly seq: number
  readonly span: string
  readonly at: string
  /** Address of the Idea whose Request it belongs to. */
  readonly idea: string
  /** Made by a language model: not by the simulated one, a trial, or a person who edited the answer. */
  readonly byModel: boolean
}

/** Where the record of one run is read: the journal, or a case. */
export interface RecordedRun {
  readonly run: string
  ofType(type: EventType): Promise<readonly JournalEvent[]>
  /** A large value; undefined if it is missing. */
  body(hash: Sha256): Promise<Uint8Array | undefined>
}

export interface WhichCalls {
  readonly tool?: string
  /** Address of the Idea that holds the Tool. */
  readonly idea?: string
  /** Runs looked at, newest first. */
  readonly runs?: number
  readonly limit?: number
  /** Characters of Calls and results, all together; no Call is cut. */
  readonly most?: number
  /** Only those that a language model made. */
  readonly byModel?: boolean
}

/** The recorded replacement for a language model. */
export const NO_MODELS: ReadonlySet<string> = new Set([SIMULATED, TRIAL_MODEL])

const MOST_RUNS = 100
const MOST_CALLS = 500

export const runIn = (journal: WorkspaceJournal, run: string): RecordedRun => ({
  run,
  ofType: (type) => journal.readType(run, type),
  body: (hash) => journal.bodies.get(hash),
})

/** Calls in the newest Runs, without those that were refused when they were made, and without trials of a Tool alone. */
export const recordedCalls = async (
  journal: WorkspaceJournal,
  { tool, idea, byModel = false, runs = MOST_RUNS, limit = MOST_CALLS, most = Infinity }: WhichCalls,
): Promise<readonly PastCall[]> => {
  const found: PastCall[] = []
  const pace = createPace()
  let characters = 0
  for await (const { id } of newestRuns(journal, runs)) {
    await rest()
    for await (const call of callsOf(runIn(journal, id), tool, idea)) {
      if (byModel && !call.byModel) continue
      for (const { length } of jsonInPieces(call)) {
        characters += length
        await pace(length)
      }
      if (found.length >= limit || (characters > most && found.length > 0)) return found
      found.push(call)
    }
  }
  return found
}

/** The Calls of one run that were taken, in their order. */
export async function* callsOf(source: RecordedRun, tool?: string, idea?: string): AsyncGenerator<PastCall> {
  const proposed = (await eventsOf(source, 'call.proposed')).filter(
    ({ data }) => tool === undefined || data.tool === tool,
  )
  if (proposed.length === 0) return
  const requests = new Map((await eventsOf(source, 'request.started')).map(({ span, data }) => [span, data]))
  // A person who edits an answer writes its Calls.
  const answers = await eventsOf(source, 'request.completed')
  const edited = new Set(answers.flatMap(({ span, data }) => (data.edited === undefined ? [] : [span])))
  const rejected = new Set((await eventsOf(source, 'call.rejected')).map(({ data }) => data.call))
  // The last of several attempts, with the parameters that a person decided on last.
  const started = new Map((await eventsOf(source, 'call.started')).map((event) => [event.span, event]))
  const completed = new Map((await eventsOf(source, 'call.completed')).map((event) => [event.span, event]))
  for (const event of proposed) {
    const parent = event.parent ?? ''
    const { idea: by = '', model = SIMULATED } = requests.get(parent) ?? {}
    if (rejected.has(event.data.call) || (idea !== undefined && by !== idea)) continue
    const made = await callIn(source, event)
    if (made === undefined) continue
    const { seq, span, at, data } = event
    const byModel = !NO_MODELS.has(model) && !edited.has(parent) && data.edited === undefined
    const became = await fateOf(source, made, started.get(span), completed.get(span))
    yield { run: source.run, seq: seq ?? 0, span, at, idea: by, tool: data.tool, call: made.call, byModel, ...became }
  }
}

type EventOf<T extends EventType> = Extract<JournalEvent, { readonly type: T }>

const eventsOf = async <T extends EventType>({ ofType }: RecordedRun, type: T): Promise<readonly EventOf<T>[]> =>
  (await ofType(type)).filter((event): event is EventOf<T> => event.type === type)

interface MadeCall {
  readonly call: JsonObject
  readonly hasWritten: boolean
}

/** The Call as written; undefined if its large values are gone. */
const callIn = async (source: RecordedRun, event: EventOf<'call.proposed'>): Promise<MadeCall | undefined> => {
  const { parameters, meta, prediction, raw } = await valuesOf(source, event)
  if (!isObject(parameters)) return undefined
  const written = prediction ?? writtenOutput(raw)
  const call = {
    ...(isObject(meta) && meta),
    ...parameters,
    ...(written !== undefined && { _output: written }),
  }
  return { call, hasWritten: written !== undefined }
}

/** Its parameters and result. A latent Call without a result returns its parameters, which can't be judged. */
const fateOf = async (
  source: RecordedRun,
  { hasWritten }: MadeCall,
  started: EventOf<'call.started'> | undefined,
  completed: EventOf<'call.completed'> | undefined,
): Promise<Pick<PastCall, 'resolved' | 'mode' | 'result'>> => {
  const resolved = started && (await valuesOf(source, started))['resolved']
  const isOwn = started?.data.mode === 'latent' && !hasWritten && completed?.data.edited === undefined
  const result = completed === undefined || isOwn ? undefined : (await valuesOf(source, completed))['result']
  return {
    ...(isObject(resolved) && { resolved }),
    ...(started !== undefined && { mode: started.data.mode }),
    ...(result !== undefined && { result }),
  }
}

/** An event's values with the large ones included; missing ones are left out. */
const valuesOf = async (
  source: RecordedRun,
  event: JournalEvent,
): Promise<Readonly<Record<string, Json | undefined>>> => {
  const bodies = new Map<string, string>()
  for (const { $body } of bodyRefs(event)) {
    const bytes = await source.body($body)
    if (bytes === undefined) continue
    bodies.set($body, new TextDecoder().decode(bytes))
    if (isLarge(bytes.byteLength)) await rest()
  }
  const { data } = hydrateEvent(event, (hash) => {
    const text = bodies.get(hash)
    return text === undefined ? undefined : JSON.parse(text)
  })
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isBodyRef(value)))
}
