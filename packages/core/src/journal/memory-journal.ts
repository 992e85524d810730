import { EnsembleError } from '../schema/ensemble-error.ts'
import { canonicalJson } from '../schema/hash.ts'
import { LateMap } from '../schema/late-map.ts'
import type { SealOptions } from './chain.ts'
import type { JournalEvent } from './events.ts'
import type { Journal } from './journal.ts'
import { createMemoryBodies } from './memory-bodies.ts'
import { MemoryRun } from './memory-run.ts'

/** A Journal that need not be waited for. */
export interface MemoryJournal extends Journal {
  /** The events of a Run after `after`, at most `limit` of them, with their large values put back. */
  hydrated(run: string, after?: number, limit?: number): readonly JournalEvent[]
}

/** The Journal in one process's memory: for tests, the page and `Agent.Loop`. Hashes events only when read. */
export function createMemoryJournal(options: Pick<SealOptions, 'redact'> = {}): MemoryJournal {
  const known = new LateMap<string, MemoryRun>()
  const keys = new LateMap<string, string>()
  const bodies = createMemoryBodies()
  let made = 0

  const runOf = (id: string): MemoryRun => {
    const run = known.get(id)
    if (!run) throw new EnsembleError('run.unknown', `There is no run ${id}.`)
    return run
  }
  const hydrated: MemoryJournal['hydrated'] = (run, after = 0, limit = Number.POSITIVE_INFINITY) =>
    runOf(run).hydrated(after, limit)

  return {
    async create({ id, request, created }, idempotencyKey) {
      const text = canonicalJson(request)
      const earlier = idempotencyKey === undefined ? undefined : keys.get(idempotencyKey)
      if (earlier !== undefined) {
        if (runOf(earlier).request !== text)
          throw new EnsembleError(
            'run.conflict',
            `The idempotency key "${idempotencyKey}" belongs to run ${earlier}, which was started with another body.`,
          )
        return { run: earlier, created: false }
      }
      known.set(id, new MemoryRun({ id, n: ++made, request: text, created }, bodies, options))
      if (idempotencyKey !== undefined) keys.set(idempotencyKey, id)
      return { run: id, created: true }
    },
    async lease(run) {
      return { run, epoch: ++runOf(run).epoch }
    },
    defers: true,
    async append({ run: id, epoch }, events) {
      const run = runOf(id)
      if (run.epoch !== epoch)
        throw new EnsembleError('engine.lease', `Run ${id} is written by another holder now; this one stops.`)
      run.append(events)
    },
    publish: (event) => known.get(event.run)?.publish(event),
    isTailed: (run) => known.get(run)?.isTailed === true,
    readsBack: (run) => known.get(run)?.isRedacted !== true,
    async signal(run, key, body) {
      const { signals } = runOf(run)
      if (signals.has(key)) return 'already'
      signals.set(key, { key, body })
      return 'accepted'
    },
    async inbox(run) {
      return runOf(run).signals.values()
    },
    hydrated,
    async read(run, { after = 0, limit = Number.POSITIVE_INFINITY, hydrate = false } = {}) {
      return hydrate
        ? hydrated(run, after, limit)
        : runOf(run)
            .events()
            .slice(after, after + limit)
    },
    async *tail(run, after, stop) {
      yield* runOf(run).tail(after, stop)
    },
    bodies,
    runs: {
      async get(run) {
        return known.get(run)?.folded()
      },
      async list({ idea, status, model, from, to, cursor, limit = 50 }) {
        const before = cursor ? Number(cursor) : Infinity
        const found = known
          .values()
          .filter(({ n }) => n < before)
          .map((one) => ({ n: one.n, run: one.folded() }))
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
        known.get(run)?.close()
        return known.delete(run)
      },
    },
  }
}
