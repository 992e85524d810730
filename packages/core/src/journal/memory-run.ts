import { keptText } from '../schema/kept-text.ts'
import type { Json, Sha256 } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import { weigh, weighText } from '../schema/weigh.ts'
import { hydrateEvent, isRedacted, sealEvents, type Head, type SealOptions } from './chain.ts'
import { Deferred } from './deferred.ts'
import type { JournalEvent, NewEvent, StreamEvent } from './events.ts'
import { foldAll, hasEnded, isEnd, withFork } from './fold-run.ts'
import { GENESIS, type Signal } from './journal.ts'
import type { MemoryBodies } from './memory-bodies.ts'
import type { Run } from './run-types.ts'
import { createFeed, type Feed } from './tail.ts'

/** The limit of unchained events: the first reader can chain them within milliseconds. */
const MOST_WAITING = 500
const MOST_WEIGHT = 50_000

/** The size of an event's large members: results and written values, texts by their length. */
const weightOf = (event: NewEvent): number => {
  const data: unknown = event.data
  if (data instanceof Deferred) return data.weight(MOST_WEIGHT)
  switch (event.type) {
    case 'call.completed':
      return weigh(event.data.result as Json, MOST_WEIGHT) // in memory the value itself, as in the next
    case 'state.written':
      return weigh(event.data.after as Json, MOST_WEIGHT)
    case 'request.started':
      return weighText(keptText(event.data.messages)?.text.length ?? 0)
    case 'request.completed':
    case 'call.proposed':
      return weighText(String(event.data.raw).length)
    default:
      return 0
  }
}

/** An event whose data was still to be made, with its data. */
const madeEvent = (event: NewEvent): NewEvent => {
  const data: unknown = event.data
  return data instanceof Deferred ? ({ ...event, data: data.make() } as NewEvent) : event // what it makes belongs to the type
}

export interface MemoryRunStart {
  readonly id: string
  /** Its place among all that were ever made here. */
  readonly n: number
  readonly request: string
  readonly created: NewEvent
}

/** The record of one Run in memory: what was appended last is chained when somebody looks. */
export class MemoryRun {
  readonly id: string
  readonly n: number
  readonly request: string
  readonly signals = new LateMap<string, Signal>()
  /** A secret was taken out of it. */
  isRedacted = false
  epoch = 0
  readonly #bodies: MemoryBodies
  readonly #options: SealOptions
  /** The chain, as far as it is made. */
  readonly #events: JournalEvent[] = []
  /** Later events, and their size (`weigh`). */
  #waiting: NewEvent[]
  #weight = 0
  #head: Head = START
  readonly #feeds = new LateMap<Feed, true>()
  /** Folded as far as somebody asked; `folded` events are in it. */
  #run: Run | undefined
  #folded = 0

  constructor({ id, n, request, created }: MemoryRunStart, bodies: MemoryBodies, options: SealOptions) {
    this.id = id
    this.n = n
    this.request = request
    this.#bodies = bodies
    this.#options = options
    this.#waiting = [created]
    if (options.redact) this.events()
  }

  get isTailed(): boolean {
    return this.#feeds.size > 0
  }

  append(events: readonly NewEvent[]): void {
    for (const event of events) {
      this.#waiting.push(event)
      this.#weight += weightOf(event)
    }
    const isMuch = this.#waiting.length > MOST_WAITING || this.#weight > MOST_WEIGHT
    // A secret is removed where it is written, not where it is looked for.
    if (this.#options.redact || this.isTailed || isMuch) this.events()
  }

  publish(event: StreamEvent): void {
    for (const feed of this.#feeds.keys()) feed.push(event)
  }

  /** Each with its place in the chain. */
  events(): readonly JournalEvent[] {
    if (this.#waiting.length === 0) return this.#events
    const sealed = sealEvents(this.id, this.#head, this.#waiting.map(madeEvent), this.#options)
    this.#waiting = []
    this.#weight = 0
    for (const { event, line, head, bodies } of sealed) {
      if (this.#options.redact) this.isRedacted ||= isRedacted(line, bodies)
      for (const { hash, text } of bodies) this.#bodies.keep(hash, text)
      this.#events.push(event)
      this.#head = head
      this.publish(event)
      if (isEnd(event.type)) this.close()
    }
    return this.#events
  }

  /** The events after `after`, at most `limit` of them, with their large values put back. */
  hydrated(after: number, limit: number): readonly JournalEvent[] {
    // Every turn repeats a schema: read it once.
    const parsed = new Map<Sha256, unknown>()
    const valueOf = (hash: Sha256): unknown => {
      if (!parsed.has(hash)) parsed.set(hash, this.#bodies.parsed(hash))
      return parsed.get(hash)
    }
    return this.events()
      .slice(after, after + limit)
      .map((event) => hydrateEvent(event, valueOf))
  }

  folded(): Run {
    const events = this.events()
    if (this.#run === undefined || this.#folded < events.length) {
      const fresh = events.slice(this.#folded)
      const [first] = fresh
      if (this.#run === undefined && first !== undefined) fresh[0] = withFork(first, this.#bodies.parsed)
      this.#run = foldAll(this.#run, fresh, this.#head.hash)
    }
    this.#folded = events.length
    return this.#run
  }

  async *tail(after: number, stop: AbortSignal): AsyncGenerator<StreamEvent> {
    const feed = createFeed(stop)
    this.#feeds.set(feed, true)
    try {
      let seq = after
      for (const event of this.events().slice(after)) {
        seq = event.seq
        yield event
      }
      if (hasEnded(this.folded())) feed.close()
      for await (const event of feed.events) {
        if (event.seq !== null && event.seq <= seq) continue
        if (event.seq !== null) seq = event.seq
        yield event
      }
    } finally {
      this.#feeds.delete(feed)
    }
  }

  /** Ends all that tail it. */
  close(): void {
    for (const feed of this.#feeds.keys()) feed.close()
  }
}

const START: Head = { seq: 0, hash: GENESIS }
