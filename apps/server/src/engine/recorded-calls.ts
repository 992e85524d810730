import {
  type Json,
  type JsonObject,
  type JournalEvent,
  bodyRefs,
  hydrateEvent,
  isObject,
  writtenOutput,
} from '@ensemble/core'
import type { SqliteJournal } from './sqlite-journal.ts'

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
}

export interface WhichCalls {
  readonly tool?: string
  /** Address of the Idea that holds the Tool. */
  readonly idea?: string
  /** Runs looked at, newest first. */
  readonly runs?: number
  readonly limit?: number
}

const MOST_RUNS = 100
const MOST_CALLS = 500

/** Calls in the newest Runs, without those that were refused when they were made. */
export const recordedCalls = async (
  journal: SqliteJournal,
  { tool, idea, runs = MOST_RUNS, limit = MOST_CALLS }: WhichCalls,
): Promise<readonly PastCall[]> => {
  const { items } = await journal.runs.list({ limit: runs })
  const found: PastCall[] = []
  for (const { id } of items) {
    if (found.length >= limit) break
    found.push(...(await callsOf(journal, id, tool, idea)))
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
  const ideas = new Map<string, string>()
  for (const event of await journal.readType(run, 'request.started'))
    if (event.type === 'request.started') ideas.set(event.span, event.data.idea)
  const rejected = new Set<string>()
  for (const event of await journal.readType(run, 'call.rejected'))
    if (event.type === 'call.rejected') rejected.add(event.data.call)
  const calls = await Promise.all(proposed.map((event) => toPastCall(journal, run, event, ideas)))
  return calls.flatMap(({ id, ...call }) =>
    rejected.has(id) || (idea !== undefined && call.idea !== idea) ? [] : [call],
  )
}

const toPastCall = async (
  journal: SqliteJournal,
  run: string,
  event: JournalEvent,
  ideas: ReadonlyMap<string, string>,
): Promise<PastCall & { readonly id: string }> => {
  const bodies = new Map<string, string>()
  for (const { $body } of bodyRefs(event)) {
    const bytes = await journal.bodies.get($body)
    if (bytes !== undefined) bodies.set($body, new TextDecoder().decode(bytes))
  }
  const { data, seq, span, parent, at } = hydrateEvent(event, (hash) => {
    const text = bodies.get(hash)
    return text === undefined ? undefined : JSON.parse(text)
  })
  // Of type call.proposed: its values are read one by one all the same, a body may be missing.
  const { call, tool, parameters, meta, prediction, raw } = data as unknown as Readonly<
    Record<string, Json | undefined>
  >
  const written = prediction ?? writtenOutput(raw)
  return {
    id: String(call),
    run,
    seq: seq ?? 0,
    span,
    at,
    idea: ideas.get(parent ?? '') ?? '',
    tool: String(tool),
    call: {
      ...(isObject(meta) && meta),
      ...(isObject(parameters) && parameters),
      ...(written !== undefined && { _output: written }),
    },
  }
}
