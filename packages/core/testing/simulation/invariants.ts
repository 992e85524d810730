import { findBreak } from '../find-break.ts'
import { EVENT_SCHEMAS } from '../../src/journal/event-schema.ts'
import type { JournalEvent } from '../../src/journal/events.ts'
import { foldRun, hasEnded, isEnd } from '../../src/journal/fold-run.ts'
import { GENESIS, type Journal } from '../../src/journal/journal.ts'
import type { Run } from '../../src/journal/run-types.ts'
import { canonicalJson } from '../../src/schema/hash.ts'
import type { Json } from '../../src/schema/json.ts'
import { createValidator } from '../../src/schema/validate.ts'

/** Every law of docs/contract/protocol.md#the-journal that one Journal must keep, whatever happened to the process; the first broken one as a sentence. */
export async function brokenLaw(journal: Journal, id: string): Promise<string | undefined> {
  const run = await journal.runs.get(id)
  if (!run) return `run ${id} is gone`
  const events = await journal.read(id)
  return (
    brokenChain(run, events) ??
    brokenShape(events) ??
    brokenKeys(events) ??
    brokenOrder(events) ??
    brokenFold(run, events)
  )
}

function brokenChain(run: Run, events: readonly JournalEvent[]): string | undefined {
  const at = findBreak(
    events.map((event) => JSON.stringify(event)),
    GENESIS,
    run.head,
  )
  return at === null ? undefined : `the chain of ${run.id} breaks at event ${at}`
}

const validator = createValidator()

/** Every event holds what its type says it holds, and nothing else. */
function brokenShape(events: readonly JournalEvent[]): string | undefined {
  for (const event of events) {
    const schema = EVENT_SCHEMAS.get(event.type)
    const verdict = schema && validator.check(schema, event as unknown as Json) // an event is JSON
    if (!verdict?.ok)
      return `${event.key} has another shape: ${verdict?.issues[0]?.path} ${verdict?.issues[0]?.message}`
  }
  return undefined
}

function brokenKeys(events: readonly JournalEvent[]): string | undefined {
  const seen = new Set<string>()
  for (const { key } of events) {
    if (seen.has(key)) return `the key ${key} stands twice`
    seen.add(key)
  }
  return undefined
}

/** A consequence never comes before its cause, and nothing after the end. */
function brokenOrder(events: readonly JournalEvent[]): string | undefined {
  const seen = new Set<string>()
  for (const [index, event] of events.entries()) {
    const needs = (type: string): boolean => !seen.has(`${event.span}#${type}`)
    if (isEnd(event.type) && index !== events.length - 1) return `${event.key} is followed by more events`
    if ((event.type === 'request.completed' || event.type === 'request.failed') && needs('request.started'))
      return `${event.key} comes before its request`
    if (event.type === 'call.started' && needs('call.proposed')) return `${event.key} started before it was proposed`
    if (event.type === 'module.left' && needs('module.entered')) return `${event.key} left a module it never entered`
    if (event.type === 'approval.decided' && needs('approval.requested')) return `${event.key} was decided unasked`
    seen.add(`${event.span}#${event.type}`)
  }
  return undefined
}

/** The fold is the same in one go, from a snapshot taken anywhere, and as the Journal keeps it. */
function brokenFold(run: Run, events: readonly JournalEvent[]): string | undefined {
  let folded: Run | undefined
  const half = Math.floor(events.length / 2)
  for (const [index, event] of events.entries()) {
    // A snapshot is JSON: what it loses, a resume would lose.
    if (index === half && folded) folded = JSON.parse(JSON.stringify(folded))
    folded = foldRun(folded, event, event.seq === run.head.seq ? run.head.hash : '')
  }
  const text = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify(value)) as Json)
  if (text(folded) !== text(run)) return `the fold of ${run.id} is another one than the Journal keeps`
  const last = events.at(-1)
  return hasEnded(run) === (last !== undefined && isEnd(last.type))
    ? undefined
    : `${run.id} has a status its end does not give`
}
