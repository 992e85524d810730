import {
  type Json,
  type JsonObject,
  type JournalEvent,
  TRIAL_MODEL,
  bodyRefs,
  hydrateEvent,
  isLarge,
  isObject,
  writtenOutput,
} from '@ensemble/core'
import { SIMULATED } from '../models/models.ts'
import { rest } from '../rest.ts'
import type { SqliteJournal } from './sqlite-journal-types.ts'

/** A Call that a model made and that was taken, with where it was made. */
export interface PastCall {
  readonly run: string
  /** The event that proposed it. */
  readonly seq: number
  readonly span: string
  readonly at: string
  /** Address of the Idea whose Request it belongs to. */
  readonly idea: string
  readonly tool: string
  readonly call: JsonObject
  /** Made by a language model: not by the simulated one, a trial, or a person who edited the answer. */
  readonly byModel: boolean
}

export interface WhichCalls {
  readonly tool?: string
  /** Address of the Idea that holds the Tool. */
  readonly idea?: string
  /** Runs looked at, newest first. */
  readonly runs?: number
  readonly limit?: number
  /** Only those that a language model made. */
  readonly byModel?: boolean
}

/** What answers in the place of a language model. */
const NO_MODELS: ReadonlySet<string> = new Set([SIMULATED, TRIAL_MODEL])

const MOST_RUNS = 100
const MOST_CALLS = 500

/** Calls in the newest Runs, without those that were refused when they were made. */
export const recordedCalls = async (
  journal: SqliteJournal,
  { tool, idea, byModel = false, runs = MOST_RUNS, limit = MOST_CALLS }: WhichCalls,
): Promise<readonly PastCall[]> => {
  const { items } = await journal.runs.list({ limit: runs })
  const found: PastCall[] = []
  for (const { id } of items) {
    if (found.length >= limit) break
    await rest()
    const calls = await callsOf(journal, id, tool, idea)
    found.push(...(byModel ? calls.filter((call) => call.byModel) : calls))
  }
  return found.slice(0, limit)
}

const callsOf = async (
  journal: SqliteJournal,
  run: string,
  tool: string | undefined,
  idea: string | undefined,
): Promise<readonly PastCall[]> => {
  const proposed = (await journal.readType(run, 'call.proposed')).filter(
    (event) => event.type === 'call.proposed' && (tool === undefined || event.data.tool === tool),
  )
  if (proposed.length === 0) return []
  const requests = new Map<string, { readonly idea: string; readonly model: string }>()
  for (const event of await journal.readType(run, 'request.started'))
    if (event.type === 'request.started') requests.set(event.span, event.data)
  // A person who edits an answer writes its Calls.
  const edited = new Set<string>()
  for (const event of await journal.readType(run, 'request.completed'))
    if (event.type === 'request.completed' && event.data.edited !== undefined) edited.add(event.span)
  const rejected = new Set<string>()
  for (const event of await journal.readType(run, 'call.rejected'))
    if (event.type === 'call.rejected') rejected.add(event.data.call)
  const calls: PastCall[] = []
  for (const event of proposed) {
    const span = event.parent ?? ''
    const { idea: by = '', model = SIMULATED } = requests.get(span) ?? {}
    if (event.type !== 'call.proposed' || rejected.has(event.data.call) || (idea !== undefined && by !== idea)) continue
    const byModel = !NO_MODELS.has(model) && !edited.has(span) && event.data.edited === undefined
    calls.push({ ...(await toPastCall(journal, run, event, by)), byModel })
  }
  return calls
}

const toPastCall = async (
  journal: SqliteJournal,
  run: string,
  event: JournalEvent,
  idea: string,
): Promise<Omit<PastCall, 'byModel'>> => {
  const bodies = new Map<string, string>()
  for (const { $body } of bodyRefs(event)) {
    const bytes = await journal.bodies.get($body)
    if (bytes === undefined) continue
    bodies.set($body, new TextDecoder().decode(bytes))
    if (isLarge(bytes.byteLength)) await rest()
  }
  const { data, seq, span, at } = hydrateEvent(event, (hash) => {
    const text = bodies.get(hash)
    return text === undefined ? undefined : JSON.parse(text)
  })
  // Of type call.proposed: its values are read one by one all the same, a body may be missing.
  const { tool, parameters, meta, prediction, raw } = data as unknown as Readonly<Record<string, Json | undefined>>
  const written = prediction ?? writtenOutput(raw)
  return {
    run,
    seq: seq ?? 0,
    span,
    at,
    idea,
    tool: String(tool),
    call: {
      ...(isObject(meta) && meta),
      ...(isObject(parameters) && parameters),
      ...(written !== undefined && { _output: written }),
    },
  }
}
