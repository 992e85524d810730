import type { Json, Pointer } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import { isMark, type EventData, type EventType, type JournalEvent, type NewEvent } from '../journal/events.ts'
import { isEnd } from '../journal/fold-run.ts'
import { isoTime } from '../journal/iso-time.ts'
import { Deferred } from '../journal/deferred.ts'
import type { Journal, Lease } from '../journal/journal.ts'
import { parentOf } from '../journal/parent-of.ts'
import { REDACTED } from '../journal/redact-json.ts'
import type { Rest } from '../schema/rest.ts'
import { decided, firstDifference } from './compare-facts.ts'

/** The types that can occur more than once on one span; their keys carry `:n` (PROTOCOL.md §9). */
const REPEATABLE: ReadonlySet<EventType> = new Set([
  'request.retried',
  'approval.requested',
  'approval.decided',
  'call.started',
  'call.failed',
  'call.logged',
  'artifact.created',
  'state.written',
  'limit.reached',
  'run.waiting',
  'run.resumed',
])

export const keyOf = (type: EventType, span: string, n = 1): string =>
  REPEATABLE.has(type) ? `${span}#${type}:${n}` : `${span}#${type}`

/** What a replay found to be other than recorded. */
export class Divergence extends Error {
  override readonly name = 'Divergence'
  constructor(
    readonly key: string,
    readonly seq: number | null,
    readonly path: Pointer,
    readonly expected: Json,
    readonly actual: Json,
  ) {
    super(`The run diverges at ${key}${path}.`)
  }
}

type Recorded<T extends EventType> = JournalEvent & { readonly type: T }

/**
 * The one question behind live, resume and replay: is the fact with this key already recorded? (ARCHITECTURE.md, one
 * mechanism.) `emit` appends what is new, passes over what is recorded, and in a replay compares instead of writing.
 */
export interface History {
  readonly replaying: boolean
  recorded<T extends EventType>(type: T, span: string, n?: number): Recorded<T> | undefined
  /** All recorded events of a type on a span, in order. */
  all<T extends EventType>(type: T, span: string): readonly Recorded<T>[]
  /** Resolves once the event is durable. `n` counts by itself where it is left out. */
  emit<T extends EventType>(
    type: T,
    span: string,
    data: EventData[T] | Deferred<EventData[T]>,
    n?: number,
  ): Promise<void>
  /** For an effect that a replay finds no record of: throws the Divergence, or never resolves where the record itself was cut short. */
  missing(key: string): Promise<never>
}

export interface HistoryOptions {
  readonly journal: Journal
  /** Absent in a replay: nothing is written. */
  readonly lease: Lease | undefined
  readonly recorded: readonly JournalEvent[]
  /** Nothing is written and nothing compared: for looking ahead how far a record carries. */
  readonly dry?: boolean
  /** The version of what composes and judges here: a record made by another is compared by what was decided. */
  readonly engine: string
  /** A replay against Ideas other than those that were pinned: what they come to is compared, not their bytes. */
  readonly otherIdeas?: boolean
  readonly now: () => number
  /** Taken after every few facts that are passed over: none of them waits for anything else. */
  readonly rest?: Rest
  /** The Journal cannot be written: the Run must stop where it is. */
  readonly onBroken: (error: unknown) => void
}

/** Recorded facts that are passed over in one turn of the host: with what is composed and judged between them, some milliseconds. */
const PASSED_AT_ONCE = 32

/** Events that are appended together. */
interface Batch {
  readonly events: NewEvent[]
  readonly written: Promise<void>
  readonly done: () => void
  readonly fail: (error: unknown) => void
}
function createBatch(): Batch {
  let done = (): void => {}
  let fail = (_error: unknown): void => {}
  const written = new Promise<void>((resolve, reject) => {
    done = resolve
    fail = reject
  })
  return { events: [], written, done, fail }
}
const DONE = Promise.resolve()
const NONE: readonly JournalEvent[] = []

export function createHistory({
  journal,
  lease,
  recorded,
  dry = false,
  engine,
  otherIdeas = false,
  now,
  rest,
  onBroken,
}: HistoryOptions): History & {
  /** Recorded facts that the replay has not come by. */
  unmatched(): readonly JournalEvent[]
  /** Grows with every emit and every starved effect: unchanged for a while means that nothing more will come. */
  steps(): number
} {
  const byKey = new LateMap<string, JournalEvent>()
  const bySpan = new LateMap<string, JournalEvent[]>()
  // A Run that begins has no fact but its beginning: it asks hundreds of times whether there is one.
  const isNew = recorded.length === 1 && recorded[0]?.type === 'run.created'
  for (const event of isNew ? NONE : recorded) {
    byKey.set(event.key, event)
    const place = `${event.span}#${event.type}`
    const list = bySpan.get(place)
    if (list) list.push(event)
    else bySpan.set(place, [event])
  }
  const matched = new LateMap<string, JournalEvent>()
  const counters = new LateMap<string, number>()
  const [first] = recorded
  const isOtherEngine = first?.type === 'run.created' && first.data.engine !== engine
  const beginning = (type: EventType): JournalEvent | undefined => (type === 'run.created' ? first : undefined)
  const last = recorded.at(-1)
  const replaying = lease === undefined
  // A Run that completed has every fact it needed; one that was cancelled, failed or cut has branches without an end.
  const whole = last?.type === 'run.completed'
  /** Of events so far: the machine's clock may be put back, and a record goes on. */
  let latest = last === undefined ? 0 : Date.parse(last.at)
  let steps = 0
  let ended = false
  let broken: { readonly error: unknown } | undefined

  const next = (type: EventType, span: string): number => {
    const place = `${span}#${type}`
    // Marks are not decided again, and another attempt makes files of its own: on a resume both go on after the recorded ones.
    const isFurther = isMark(type) || type === 'artifact.created'
    const from = isFurther && !replaying ? (bySpan.get(place)?.length ?? 0) : 0
    const n = (counters.get(place) ?? from) + 1
    counters.set(place, n)
    return n
  }

  let pending: Batch | undefined
  let flushing = false
  const flush = (holder: Lease): void => {
    const batch = takePending()
    flushing = batch !== undefined
    if (!batch) return
    const goOn = (): void => {
      batch.done()
      flush(holder)
    }
    const breakOff = (error: unknown): void => {
      broken = { error }
      flushing = false
      onBroken(error)
      batch.fail(error)
      // Nothing after what was lost is written by this execution, or the record would have a hole.
      takePending()?.fail(error)
    }
    journal.append(holder, batch.events).then(goOn, breakOff)
  }
  const takePending = (): Batch | undefined => {
    const batch = pending
    pending = undefined
    return batch
  }

  let redacted: boolean | undefined
  /** Whether secrets were taken out of the record. Looked for only where something differs. */
  const isRedacted = (): boolean => (redacted ??= recorded.some((event) => JSON.stringify(event).includes(REDACTED)))

  let passed = 0
  const passOver = (): Promise<void> => (rest && ++passed % PASSED_AT_ONCE === 0 ? rest() : DONE)

  const compare = async (event: JournalEvent, type: EventType, data: object): Promise<void> => {
    const differenceOf = (isRedacted: boolean): ReturnType<typeof firstDifference> => {
      const leniency = { isOtherEngine, otherIdeas, isRedacted }
      return firstDifference(decided(type, event.data, leniency), decided(type, data, leniency))
    }
    const found = differenceOf(false)
    const difference = found && isRedacted() ? differenceOf(true) : found
    if (difference) throw new Divergence(event.key, event.seq, difference.path, difference.expected, difference.actual)
    await passOver()
  }

  return {
    replaying,
    recorded: (type, span, n) => (isNew ? beginning(type) : byKey.get(keyOf(type, span, n))) as never, // a key names its type
    all: (type, span) => ((isNew ? undefined : bySpan.get(`${span}#${type}`)) ?? NONE) as never, // as above
    emit(type, span, given, n) {
      steps++
      const count = n ?? (REPEATABLE.has(type) ? next(type, span) : 1)
      const key = keyOf(type, span, count)
      const known = isNew ? undefined : byKey.get(key)
      if (known) {
        matched.set(key, known)
        return replaying && !isMark(type) ? compare(known, type, made(given)) : passOver()
      }
      if (dry) return passOver()
      if (broken) return Promise.reject(broken.error)
      // What a branch still does after the end of its Run is nobody's any more.
      if (ended) return new Promise<never>(() => {})
      if (!lease) return isMark(type) ? DONE : this.missing(key)
      ended = isEnd(type)
      latest = Math.max(latest, now())
      const at = isoTime(latest)
      const data = journal.defers === true ? given : made(given)
      const batch = (pending ??= createBatch())
      // The type and its data belong together by this function's signature.
      batch.events.push({ type, key, at, span, parent: parentOf(span), data } as unknown as NewEvent)
      if (!flushing) {
        flushing = true
        // Let the events of this tick travel together.
        void DONE.then(() => flush(lease))
      }
      return batch.written
    },
    missing(key) {
      steps++
      if (whole) return Promise.reject(new Divergence(key, null, '', null, 'an effect that was never recorded'))
      return new Promise<never>(() => {})
    },
    unmatched: () =>
      recorded.filter((event) => !isMark(event.type) && !isIncidentalFact(event.type) && !matched.has(event.key)),
    steps: () => steps,
  }
}

const made = <T>(data: T | Deferred<T>): T => (data instanceof Deferred ? data.make() : data)

/** Facts that only an effect in progress writes: a replay runs none. */
const isIncidentalFact = (type: EventType): boolean =>
  type === 'artifact.created' || type === 'run.created' || type === 'call.failed'

/** How a recorded Run ended, or undefined while it has not. */
export const endOf = (events: readonly JournalEvent[]): JournalEvent | undefined => {
  const last = events.at(-1)
  return last && isEnd(last.type) ? last : undefined
}
