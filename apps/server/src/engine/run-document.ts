import {
  EnsembleError,
  GENESIS,
  type Head,
  type JournalEvent,
  type Run,
  type Sha256,
  bodyRefs,
  findBreak,
  foldRun,
  hasEnded,
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

export interface VerifiedRun {
  readonly events: readonly JournalEvent[]
  readonly summary: Run
}

/**
 * Checks every byte that hashes can check: the chain, its head, the values. Throws EnsembleError `run.damaged` with the
 * first place that is not as it was written, `run.unfinished` where the run has not ended.
 */
export const verifyDocument = (document: RunDocument): VerifiedRun => {
  const { lines, head, run } = document
  const broken = findBreak(lines, GENESIS, head)
  if (broken !== null) throw damaged(`Run ${run} is not as it was recorded: the chain breaks at event ${broken}.`)
  const events = lines.map(parseLine)
  const [first] = events
  if (first?.type !== 'run.created' || events.some((event) => event.run !== run))
    throw damaged(`The document's lines are not the Journal of run ${run}.`)
  for (const [hash, text] of Object.entries(document.bodies))
    if (sha256Text(text) !== hash) throw damaged(`The value ${hash} is not as it was recorded.`)
  for (const event of events)
    for (const { $body } of bodyRefs(event))
      if (document.bodies[$body] === undefined) throw damaged(`The value ${$body} of event ${event.seq} is missing.`)
  const summary = events.reduce<Run | undefined>(
    (left, event, index) => foldRun(left, event, index === lines.length - 1 ? head.hash : ''),
    undefined,
  )
  if (summary === undefined) throw damaged(`Run ${run} has no events.`)
  // An unfinished run would go on at the next start: an import runs nothing.
  if (!hasEnded(summary)) throw new EnsembleError('run.unfinished', `Run ${run} has not ended; export it when it has.`)
  return { events, summary }
}
