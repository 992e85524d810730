import { EnsembleError, type JournalEvent, type Run, type Sha256, type Json, isObject } from '@ensemble/core'
import { EVENT_SCHEMAS, foldRun, hasEnded } from '@ensemble/core/journal'
import type { Validator } from '@ensemble/core/schema'
import { GENESIS, type Head, bodyRefs, hydrateEvent, sha256Text, withFork } from '@ensemble/core/host'
import { createPace } from '../rest.ts'
import { pinsOf } from './derived.ts'
import { follows, parseLine } from './follows.ts'
import { noticeOf } from './simulated-notice.ts'

/** A whole run as one document whose chain verifies anywhere (docs/contract/api.md, export and import). */
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
  /** For a reader: no real model was called. Outside the chain, so it is checked against the lines. */
  readonly notice?: string
}

const damaged = (message: string): EnsembleError => new EnsembleError('run.damaged', message)

const MEMBERS: ReadonlySet<string> = new Set<keyof RunDocument>([
  'format',
  'version',
  'run',
  'lines',
  'bodies',
  'artifacts',
  'head',
  'notice',
])

/** Members outside the chain say nothing that the lines do not. Throws EnsembleError `run.damaged`. */
const checkMembers = (document: RunDocument, events: readonly JournalEvent[]): void => {
  const unknown = Object.keys(document).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined)
    throw damaged(
      `The document has a member "${unknown.slice(0, 80)}", which no exported run has. Export the run again.`,
    )
  const { notice } = document
  if (notice !== undefined && notice !== noticeOf(events))
    throw damaged('The notice of the document does not say what its lines say about the models. Export the run again.')
}

/** The events of a chain that is whole. Throws EnsembleError `run.damaged` with the first place that is not. */
const readChain = async ({ lines, head, run }: RunDocument): Promise<readonly JournalEvent[]> => {
  const broken = (seq: number): EnsembleError =>
    damaged(`Run ${run} is not as it was recorded: the chain breaks at event ${seq}.`)
  const pace = createPace()
  const events: JournalEvent[] = []
  let prev = GENESIS
  for (const [index, line] of lines.entries()) {
    const event = follows(line, index + 1, prev) ? parseLine(line) : undefined
    if (event === undefined) throw broken(index + 1)
    events.push(event)
    prev = sha256Text(line)
    await pace(line.length)
  }
  if (head.seq !== lines.length || head.hash !== prev) throw broken(lines.length + 1)
  return events
}

/** Hashes of everything the events refer to: large values, and the content that was pinned. */
export const referredBodies = (events: readonly JournalEvent[]): readonly Sha256[] => [
  ...new Set(events.flatMap((event) => [...bodyRefs(event).map(({ $body }) => $body), ...pinsOf(event)])),
]

/** Each event held against what its type may hold. Throws EnsembleError `run.damaged`. */
const checkShapes = async (
  events: readonly JournalEvent[],
  validator: Validator,
  sizes: readonly number[],
): Promise<void> => {
  const pace = createPace()
  for (const [index, event] of events.entries()) {
    const schema = isObject(event) ? EVENT_SCHEMAS.get(event.type) : undefined
    if (schema === undefined) throw damaged(`Event ${index + 1} has no type that this version knows.`)
    const verdict = validator.check(schema, event as unknown as Json) // an event is JSON
    const [issue] = verdict.ok ? [] : verdict.issues
    if (issue !== undefined) throw damaged(`Event ${index + 1} is not of the shape of its type: ${issue.message}`)
    await pace(sizes[index] ?? 0)
  }
}

/** The events with their large values in them. */
const hydrated = async (
  events: readonly JournalEvent[],
  bodies: RunDocument['bodies'],
): Promise<readonly JournalEvent[]> => {
  const pace = createPace()
  const values = new Map<Sha256, unknown>()
  const valueOf = (hash: Sha256): unknown => {
    if (!values.has(hash)) values.set(hash, parseValue(hash, bodies[hash] ?? ''))
    return values.get(hash)
  }
  const whole: JournalEvent[] = []
  for (const event of events) {
    whole.push(hydrateEvent(event, valueOf))
    await pace(sizeOfBodies(event))
  }
  return whole
}

const sizeOfBodies = (event: JournalEvent): number => bodyRefs(event).reduce((sum, { bytes }) => sum + bytes, 0)

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
 * Checks every hash: the chain, its head, the values; with a validator also the shape of each event. Throws
 * EnsembleError `run.damaged` with the first wrong place, `run.unfinished` if the run has not ended.
 */
export const verifyDocument = async (document: RunDocument, validator?: Validator): Promise<VerifiedRun> => {
  const { lines, head, run } = document
  const events = await readChain(document)
  if (validator !== undefined)
    await checkShapes(
      events,
      validator,
      lines.map(({ length }) => length),
    )
  const [first] = events
  if (first?.type !== 'run.created' || events.some((event) => event.run !== run))
    throw damaged(`The document's lines are not the Journal of run ${run}.`)
  checkMembers(document, events)
  const pace = createPace()
  for (const [hash, text] of Object.entries(document.bodies)) {
    if (sha256Text(text) !== hash) throw damaged(`The value ${hash} is not as it was recorded.`)
    await pace(text.length)
  }
  for (const event of events)
    for (const { $body } of bodyRefs(event))
      if (document.bodies[$body] === undefined) throw damaged(`The value ${$body} of event ${event.seq} is missing.`)
  if (validator !== undefined)
    await checkShapes(await hydrated(events, document.bodies), validator, events.map(sizeOfBodies))
  const bodyOf = (hash: string): unknown => JSON.parse(document.bodies[hash] ?? 'null')
  const summary = events.reduce<Run | undefined>(
    (left, event, index) => foldRun(left, withFork(event, bodyOf), index === lines.length - 1 ? head.hash : ''),
    undefined,
  )
  if (summary === undefined) throw damaged(`Run ${run} has no events.`)
  // An unfinished run would resume at the next start: an import runs nothing.
  if (!hasEnded(summary)) throw new EnsembleError('run.unfinished', `Run ${run} has not ended; export it when it has.`)
  return { events, summary }
}
