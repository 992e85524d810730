import { canonicalJson, sha256Bytes, sha256Text } from '../schema/hash.ts'
import { keptText } from '../schema/kept-text.ts'
import type { Json, Sha256 } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import { weigh, weighText } from '../schema/weigh.ts'
import { EnsembleError } from '../schema/ensemble-error.ts'
import { hydrateEvent, sealEvents, type Head } from './chain.ts'
import { Deferred } from './deferred.ts'
import type { JournalEvent, NewEvent } from './events.ts'
import { foldAll, hasEnded, isEnd, withFork } from './fold-run.ts'
import { GENESIS, type Journal, type Lease, type Signal } from './journal.ts'
import type { Run } from './run-types.ts'
import { createFeed, type Feed } from './tail.ts'

interface Entry {
  readonly id: string
  /** Its place among all that were ever made here. */
  readonly n: number
  /** The chain, as far as it is made. */
  readonly events: JournalEvent[]
  /** What came after it, and how much of it there is (`weigh`). */
  waiting: NewEvent[]
  weight: number
  readonly request: string
  readonly signals: LateMap<string, Signal>
  readonly feeds: LateMap<Feed, true>
  head: Head
  epoch: number
  /** Folded as far as somebody asked; `folded` events are in it. */
  run: Run | undefined
  folded: number
}

/** What waits to be chained: no more than whoever looks first can chain within some milliseconds. */
const MOST_WAITING = 500
const MOST_WEIGHT = 50_000

/** What the large members of an event weigh: results and written values, texts by their length. */
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

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A body came as text or as bytes; it is made into the other where somebody wants that. */
type Body = string | Uint8Array

/** A Journal that need not be waited for. */
export interface MemoryJournal extends Journal {
  /** The events of a Run after `after`, at most `limit` of them, with their large values put back. */
  hydrated(run: string, after?: number, limit?: number): readonly JournalEvent[]
}

/**
 * The Journal of one process's memory: for tests, the page and `Agent.Loop`. Gone with the process; so events are hashed
 * and chained when somebody looks at them, and a Loop whose caller wants the output alone does not pay for it.
 */
export function createMemoryJournal(options: { readonly redact?: (text: string) => string } = {}): MemoryJournal {
  const entries = new LateMap<string, Entry>()
  const keys = new LateMap<string, string>()
  const bodies = new LateMap<Sha256, Body>()
  let made = 0

  const entryOf = (run: string): Entry => {
    const entry = entries.get(run)
    if (!entry) throw new EnsembleError('run.unknown', `There is no run ${run}.`)
    return entry
  }

  const parsedBody = (hash: Sha256): unknown => {
    const body = bodies.get(hash)
    return body === undefined ? undefined : JSON.parse(typeof body === 'string' ? body : decoder.decode(body))
  }

  /** The events of a Run, each with its place in the chain. */
  const chained = (entry: Entry): readonly JournalEvent[] => {
    if (entry.waiting.length === 0) return entry.events
    const sealed = sealEvents(entry.id, entry.head, entry.waiting.map(madeEvent), options)
    entry.waiting = []
    entry.weight = 0
    for (const { event, head, bodies: texts } of sealed) {
      for (const { hash, text } of texts) if (!bodies.has(hash)) bodies.set(hash, text)
      entry.events.push(event)
      entry.head = head
      for (const feed of entry.feeds.keys()) {
        feed.push(event)
        if (isEnd(event.type)) feed.close()
      }
    }
    return entry.events
  }

  const runOf = (entry: Entry): Run => {
    const events = chained(entry)
    if (entry.run === undefined || entry.folded < events.length) {
      const fresh = events.slice(entry.folded)
      const [first] = fresh
      if (entry.run === undefined && first !== undefined) fresh[0] = withFork(first, parsedBody)
      entry.run = foldAll(entry.run, fresh, entry.head.hash)
    }
    entry.folded = events.length
    return entry.run
  }

  const hydrated: MemoryJournal['hydrated'] = (run, after = 0, limit = Number.POSITIVE_INFINITY) => {
    // A schema stands in every turn: read once.
    const parsed = new Map<Sha256, unknown>()
    const valueOf = (hash: Sha256): unknown => {
      if (!parsed.has(hash)) parsed.set(hash, parsedBody(hash))
      return parsed.get(hash)
    }
    return chained(entryOf(run))
      .slice(after, after + limit)
      .map((event) => hydrateEvent(event, valueOf))
  }

  return {
    async create(start, idempotencyKey) {
      const request = canonicalJson(start.request)
      const earlier = idempotencyKey === undefined ? undefined : keys.get(idempotencyKey)
      if (earlier !== undefined) {
        if (entryOf(earlier).request !== request)
          throw new EnsembleError(
            'run.conflict',
            `The idempotency key "${idempotencyKey}" belongs to run ${earlier}, which was started with another body.`,
          )
        return { run: earlier, created: false }
      }
      entries.set(start.id, {
        id: start.id,
        n: ++made,
        events: [],
        waiting: [start.created],
        weight: 0,
        request,
        signals: new LateMap(),
        feeds: new LateMap(),
        head: { seq: 0, hash: GENESIS },
        epoch: 0,
        run: undefined,
        folded: 0,
      })
      if (options.redact) chained(entryOf(start.id))
      if (idempotencyKey !== undefined) keys.set(idempotencyKey, start.id)
      return { run: start.id, created: true }
    },
    async lease(run) {
      return { run, epoch: ++entryOf(run).epoch }
    },
    defers: true,
    async append(lease: Lease, events) {
      const entry = entryOf(lease.run)
      if (entry.epoch !== lease.epoch)
        throw new EnsembleError('engine.lease', `Run ${lease.run} is written by another holder now; this one stops.`)
      for (const event of events) {
        entry.waiting.push(event)
        entry.weight += weightOf(event)
      }
      const isMuch = entry.waiting.length > MOST_WAITING || entry.weight > MOST_WEIGHT
      // A secret is removed where it is written, not where it is looked for.
      if (options.redact || entry.feeds.size > 0 || isMuch) chained(entry)
    },
    publish(event) {
      for (const feed of entries.get(event.run)?.feeds.keys() ?? []) feed.push(event)
    },
    isTailed: (run) => (entries.get(run)?.feeds.size ?? 0) > 0,
    async signal(run, key, body) {
      const { signals } = entryOf(run)
      if (signals.has(key)) return 'already'
      signals.set(key, { key, body })
      return 'accepted'
    },
    async inbox(run) {
      return entryOf(run).signals.values()
    },
    hydrated,
    async read(run, { after = 0, limit = Number.POSITIVE_INFINITY, hydrate = false } = {}) {
      return hydrate ? hydrated(run, after, limit) : chained(entryOf(run)).slice(after, after + limit)
    },
    async *tail(run, after, stop) {
      const entry = entryOf(run)
      const feed = createFeed(stop)
      entry.feeds.set(feed, true)
      try {
        let seq = after
        for (const event of chained(entry).slice(after)) {
          seq = event.seq
          yield event
        }
        if (hasEnded(runOf(entry))) feed.close()
        for await (const event of feed.events) {
          if (event.seq !== null && event.seq <= seq) continue
          if (event.seq !== null) seq = event.seq
          yield event
        }
      } finally {
        entry.feeds.delete(feed)
      }
    },
    bodies: {
      async put(bytes) {
        const hash = sha256Bytes(bytes)
        bodies.set(hash, bytes)
        return hash
      },
      async putText(text) {
        const hash = sha256Text(text)
        bodies.set(hash, text)
        return hash
      },
      async get(hash) {
        const body = bodies.get(hash)
        return typeof body === 'string' ? encoder.encode(body) : body
      },
    },
    runs: {
      async get(run) {
        const entry = entries.get(run)
        return entry && runOf(entry)
      },
      async list({ idea, status, model, from, to, cursor, limit = 50 }) {
        const before = cursor ? Number(cursor) : Infinity
        const found = [...entries.values()]
          .filter(({ n }) => n < before)
          .map((entry) => ({ n: entry.n, run: runOf(entry) }))
          .filter(({ run }) => (!idea || run.idea === idea) && (!status || run.status === status))
          .filter(({ run }) => (!model || run.model === model) && (!from || run.startedAt >= from))
          .filter(({ run }) => !to || run.startedAt < to)
          .toReversed()
        const page = found.slice(0, limit)
        const last = page.at(-1)
        return { items: page.map(({ run }) => run), next: last && found.length > limit ? String(last.n) : null }
      },
      async remove(run) {
        for (const [key, id] of keys.entries()) if (id === run) keys.delete(key)
        for (const feed of entries.get(run)?.feeds.keys() ?? []) feed.close()
        return entries.delete(run)
      },
    },
  }
}
