import {
  EnsembleError,
  GENESIS,
  type Head,
  type JournalEvent,
  type Run,
  type Sha256,
  EVENT_SCHEMAS,
  bodyRefs,
  findBreak,
  foldRun,
  type Json,
  type Validator,
  hasEnded,
  hydrateEvent,
  isObject,
  sha256Text,
} from '@ensemble/core'
import { pinsOf } from './derived.ts'

/** A whole run as one document whose chain verifies anywhere (API.md, export and import). */
export interface RunDocument {
  readonly format: 'ensemble-run'
  readonly version: 1
  readonly run: string
  /** The Journal's lines, byte for byte. */
  readonly lines: readonly string[]
  /** JSON texts by their hash. */
  readonly bodies: Readonly<Record<Sha256, string>>
  /** Base64 by the hash of the bytes; empty where they were left out. */
  readonly artifacts: Readonly<Record<Sha256, string>>
  readonly head: Head
}

const damaged = (message: string): EnsembleError => new EnsembleError('run.damaged', message)

const parseLine = (line: string): JournalEvent => JSON.parse(line) as JournalEvent // its chain was verified before

/** Hashes of everything the events refer to: large values, and the content that was pinned. */
export const referredBodies = (events: readonly JournalEvent[]): readonly Sha256[] => [
  ...new Set(events.flatMap((event) => [...bodyRefs(event).map(({ $body }) => $body), ...pinsOf(event)])),
]

/** Each event held against what its type may hold. Throws EnsembleError `run.damaged`. */
const checkShapes = (events: readonly JournalEvent[], validator: Validator): void => {
  for (const [index, event] of events.entries()) {
    const schema = isObject(event) ? EVENT_SCHEMAS.get(event.type) : undefined
    if (schema === undefined) throw damaged(`Event ${index + 1} has no type that this version knows.`)
    const verdict = validator.check(schema, event as unknown as Json) // an event is JSON
    const [issue] = verdict.ok ? [] : verdict.issues
    if (issue !== undefined) throw damaged(`Event ${index + 1} is not of the shape of its type: ${issue.message}`)
  }
}

/** The events with their large values in them. */
const hydrated = (events: readonly JournalEvent[], bodies: RunDocument['bodies']): readonly JournalEvent[] => {
  const values = new Map<Sha256, unknown>()
  const valueOf = (hash: Sha256): unknown => {
    if (!values.has(hash)) values.set(hash, parseValue(hash, bodies[hash] ?? ''))
    return values.get(hash)
  }
  return events.map((event) => hydrateEvent(event, valueOf))
}

const parseValue = (hash: Sha256, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(`The value ${hash} is not JSON.`)
  }
}

export interface VerifiedRun {
  readonly events: readonly JournalEvent[]
  readonly summary: Run
}

/**
 * Checks every byte that hashes can check: the chain, its head, the values. Throws EnsembleError `run.damaged` with the
 * first place that is not as it was written, `run.unfinished` where the run has not ended. A chain can be whole though
 * somebody wrote it by hand: with a validator each event must be of the shape that its type has.
 */
export const verifyDocument = (document: RunDocument, validator?: Validator): VerifiedRun => {
  const { lines, head, run } = document
  const broken = findBreak(lines, GENESIS, head)
  if (broken !== null) throw damaged(`Run ${run} is not as it was recorded: the chain breaks at event ${broken}.`)
  const events = lines.map(parseLine)
  if (validator !== undefined) checkShapes(events, validator)
  const [first] = events
  if (first?.type !== 'run.created' || events.some((event) => event.run !== run))
    throw damaged(`The document's lines are not the Journal of run ${run}.`)
  for (const [hash, text] of Object.entries(document.bodies))
    if (sha256Text(text) !== hash) throw damaged(`The value ${hash} is not as it was recorded.`)
  for (const event of events)
    for (const { $body } of bodyRefs(event))
      if (document.bodies[$body] === undefined) throw damaged(`The value ${$body} of event ${event.seq} is missing.`)
  if (validator !== undefined) checkShapes(hydrated(events, document.bodies), validator)
  const summary = events.reduce<Run | undefined>(
    (left, event, index) => foldRun(left, event, index === lines.length - 1 ? head.hash : ''),
    undefined,
  )
  if (summary === undefined) throw damaged(`Run ${run} has no events.`)
  // An unfinished run would go on at the next start: an import runs nothing.
  if (!hasEnded(summary)) throw new EnsembleError('run.unfinished', `Run ${run} has not ended; export it when it has.`)
  return { events, summary }
}
