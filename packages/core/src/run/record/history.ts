import type { Json, Pointer } from '../../schema/json.ts'
import { LateMap } from '../../schema/late-map.ts'
import { EVENT_TYPES, isMark, type EventData, type EventType, type JournalEvent } from '../../journal/events.ts'
import { isEnd } from '../../journal/fold-run.ts'
import { made, type Deferred } from '../../journal/deferred.ts'
import type { Lease } from '../../journal/journal.ts'
import { REDACTED } from '../../journal/redact-json.ts'
import type { Rest } from '../../schema/rest.ts'
import { decided, firstDifference } from './compare-facts.ts'
import { EventWriter, type WriterOptions } from './event-writer.ts'
import type { Reuse } from './reuse.ts'

/** The types that can occur more than once on one span; their keys carry `:n` (docs/contract/protocol.md#the-journal). */
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

/** A key's suffix: the type, and a number if it repeats. Mostly the first. */
const suffixOf = (type: EventType, n: number): string => (REPEATABLE.has(type) ? `#${type}:${n}` : `#${type}`)
const FIRST: ReadonlyMap<EventType, string> = new Map(EVENT_TYPES.map((type) => [type, suffixOf(type, 1)]))

export const keyOf = (type: EventType, span: string, n = 1): string =>
  span + ((n === 1 ? FIRST.get(type) : undefined) ?? suffixOf(type, n))

/** The difference between a replay and the record. */
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
 * One question behind live, resume and replay: is this key recorded? `emit` appends, skips, or in a replay compares.
 */
export interface History {
  readonly replaying: boolean
  /** Whether what takes no effect is decided where nothing is recorded of it: a replay only reads. */
  readonly decides: boolean
  /** A Run that begins has no fact but its beginning: it asks hundreds of times whether there is one. */
  readonly isNew: boolean
  /** The part of its source that a fork keeps. */
  readonly reuse: Reuse
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
  /** The same of a fact that nothing outside depends on yet: it becomes durable together with the next. */
  gather<T extends EventType>(
    type: T,
    span: string,
    data: EventData[T] | Deferred<EventData[T]>,
    n?: number,
  ): Promise<void>
  /** For an effect that a replay finds no record of: throws the Divergence, or never resolves where the record itself was cut short. */
  missing(key: string): Promise<never>
}

/** Hears what an execution comes by that only looks how far a record carries. */
export interface DryWatch {
  emitted(type: EventType, span: string): void
  /** An effect without a record. */
  starved(key: string): void
}

export interface HistoryOptions extends WriterOptions {
  /** Absent in a replay: nothing is written. */
  readonly lease: Lease | undefined
  readonly recorded: readonly JournalEvent[]
  readonly reuse: Reuse
  /** Nothing is written and nothing compared: for looking ahead how far a record carries. */
  readonly dry?: DryWatch
  /** The version of what composes and judges here: a record made by another is compared by what was decided. */
  readonly engine: string
  /** A replay against Ideas other than those that were pinned: what they come to is compared, not their bytes. */
  readonly otherIdeas?: boolean
  /** Told of each new fact before it is written. */
  readonly onNew?: (type: EventType) => void
  /** Taken after every few facts that are passed over: none of them waits for anything else. */
  readonly rest?: Rest
  /** Told as often how many of the recorded facts were passed over so far. */
  readonly onPassed?: (done: number, total: number) => void
}

/** Recorded facts that are passed over in one turn of the host: with what is composed and judged between them, some milliseconds. */
const PASSED_AT_ONCE = 32

const DONE = Promise.resolve()
const NONE: readonly JournalEvent[] = []

/** The history of one execution: what is recorded by key and by place, and the writer of what is new. */
export class RunHistory implements History {
  readonly replaying: boolean
  readonly decides: boolean
  readonly isNew: boolean
  readonly reuse: Reuse
  readonly #options: HistoryOptions
  readonly #writer: EventWriter | undefined
  readonly #byKey = new LateMap<string, JournalEvent>()
  readonly #bySpan = new LateMap<string, JournalEvent[]>()
  readonly #matched = new LateMap<string, JournalEvent>()
  readonly #counters = new LateMap<string, number>()
  #redacted: boolean | undefined
  #passed = 0
  #facts: number | undefined
  #steps = 0

  constructor(options: HistoryOptions) {
    const { recorded, lease } = options
    this.#options = options
    this.replaying = lease === undefined
    this.decides = !this.replaying || options.dry !== undefined
    this.reuse = options.reuse
    this.#writer = lease && new EventWriter(options, lease, recorded.at(-1)?.at)
    this.isNew = lease !== undefined && recorded.length === 1 && recorded[0]?.type === 'run.created'
    for (const event of this.isNew ? NONE : recorded) {
      this.#byKey.set(event.key, event)
      const place = `${event.span}#${event.type}`
      const list = this.#bySpan.get(place)
      if (list) list.push(event)
      else this.#bySpan.set(place, [event])
    }
  }

  recorded<T extends EventType>(type: T, span: string, n?: number): Recorded<T> | undefined {
    if (!this.isNew) return this.#byKey.get(keyOf(type, span, n)) as Recorded<T> | undefined // a key names its type
    return type === 'run.created' ? (this.#options.recorded[0] as Recorded<T>) : undefined // as above
  }

  all<T extends EventType>(type: T, span: string): readonly Recorded<T>[] {
    const found = this.isNew ? undefined : this.#bySpan.get(`${span}#${type}`)
    return (found ?? NONE) as readonly JournalEvent[] as readonly Recorded<T>[] // a place names its type
  }

  emit<T extends EventType>(
    type: T,
    span: string,
    given: EventData[T] | Deferred<EventData[T]>,
    n?: number,
  ): Promise<void> {
    return this.#record(type, span, given, n, false)
  }

  gather<T extends EventType>(
    type: T,
    span: string,
    given: EventData[T] | Deferred<EventData[T]>,
    n?: number,
  ): Promise<void> {
    return this.#record(type, span, given, n, true)
  }

  #record<T extends EventType>(
    type: T,
    span: string,
    given: EventData[T] | Deferred<EventData[T]>,
    n: number | undefined,
    isGathered: boolean,
  ): Promise<void> {
    this.#steps++
    const count = n ?? (REPEATABLE.has(type) ? this.#next(type, span) : 1)
    const key = keyOf(type, span, count)
    const known = this.isNew ? undefined : this.#byKey.get(key)
    if (known) {
      this.#matched.set(key, known)
      return this.replaying && !isMark(type) ? this.#compare(known, type, made(given)) : this.#passOver()
    }
    if (this.#options.dry) {
      this.#options.dry.emitted(type, span)
      return this.#passOver()
    }
    this.#options.onNew?.(type)
    if (this.#writer) return this.#writer.write(type, key, span, given, isGathered)
    return isMark(type) ? DONE : this.missing(key)
  }

  missing(key: string): Promise<never> {
    this.#steps++
    this.#options.dry?.starved(key)
    // A Run that completed has every fact it needed; one that was cancelled, failed or cut has branches without an end.
    if (this.#options.recorded.at(-1)?.type === 'run.completed')
      return Promise.reject(new Divergence(key, null, '', null, 'an effect that was never recorded'))
    return new Promise<never>(() => {})
  }

  /** Recorded facts that the replay has not come by. */
  unmatched(): readonly JournalEvent[] {
    return this.#options.recorded.filter(
      (event) => !isMark(event.type) && !isIncidentalFact(event.type) && !this.#matched.has(event.key),
    )
  }

  /** Grows with every emit and every starved effect: unchanged for a while means that nothing more will come. */
  steps(): number {
    return this.#steps
  }

  #next(type: EventType, span: string): number {
    const place = `${span}#${type}`
    // Marks aren't decided again, and another attempt makes its own files: on a resume both follow the recorded ones.
    const isFurther = isMark(type) || type === 'artifact.created'
    const from = isFurther && !this.replaying ? (this.#bySpan.get(place)?.length ?? 0) : 0
    const n = (this.#counters.get(place) ?? from) + 1
    this.#counters.set(place, n)
    return n
  }

  #passOver(): Promise<void> {
    if (++this.#passed % PASSED_AT_ONCE !== 0) return DONE
    const { rest, onPassed, recorded } = this.#options
    onPassed?.(this.#passed, (this.#facts ??= recorded.filter(isPassedOver).length))
    return rest?.() ?? DONE
  }

  async #compare(event: JournalEvent, type: EventType, data: object): Promise<void> {
    const { recorded, engine, otherIdeas = false } = this.#options
    const [first] = recorded
    const isOtherEngine = first?.type === 'run.created' && first.data.engine !== engine
    const differenceOf = (isRedacted: boolean): ReturnType<typeof firstDifference> => {
      const leniency = { isOtherEngine, otherIdeas, isRedacted }
      return firstDifference(decided(type, event.data, leniency), decided(type, data, leniency))
    }
    const found = differenceOf(false)
    const difference = found && this.#isRedacted() ? differenceOf(true) : found
    if (difference) throw new Divergence(event.key, event.seq, difference.path, difference.expected, difference.actual)
    await this.#passOver()
  }

  /** Whether secrets were taken out of the record. Looked for only where something differs. */
  #isRedacted(): boolean {
    const { recorded } = this.#options
    return (this.#redacted ??= recorded.some((event) => JSON.stringify(event).includes(REDACTED)))
  }
}

/** Facts that only an effect in progress writes: a replay runs none. */
const isIncidentalFact = (type: EventType): boolean =>
  type === 'artifact.created' || type === 'run.created' || type === 'call.failed'

/** Whether a resume comes by it again: marks and files are made again, and the beginning is read first. */
const isPassedOver = ({ type }: JournalEvent): boolean =>
  !isMark(type) && type !== 'artifact.created' && type !== 'run.created'

/** How a recorded Run ended, or undefined while it has not. */
export const endOf = (events: readonly JournalEvent[]): JournalEvent | undefined => {
  const last = events.at(-1)
  return last && isEnd(last.type) ? last : undefined
}
