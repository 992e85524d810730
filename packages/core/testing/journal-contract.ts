import { describe, expect, test } from 'vitest'
import { sha256Text } from '../src/schema/hash.ts'
import { BODY_BYTES } from '../src/journal/chain.ts'
import type { NewEvent, StreamEvent } from '../src/journal/events.ts'
import { GENESIS, type Journal } from '../src/journal/journal.ts'
import { at, completedEvent, createdEvent, loggedEvent as logged } from './test-events.ts'

const answered = (n: number): NewEvent => ({
  type: 'request.completed',
  key: `request/${n}#request.completed`,
  at,
  span: `request/${n}`,
  parent: '',
  data: {
    raw: '{}',
    finish: 'stop',
    calls: 0,
    output: null,
    ms: 1,
    queueMs: 0,
    firstTokenMs: 1,
    pieces: [],
    usage: { inputTokens: 5, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false },
  },
})
const completed = completedEvent()

type Using = (body: (journal: Journal) => Promise<void>) => Promise<void>

const start = (journal: Journal, id: string, input = 'x', key?: string) =>
  journal.create({ id, idea: 'idea://one', request: { input }, created: createdEvent(input) }, key)

/** Every Journal passes this suite; adding an engine means passing it, nothing else (docs/contract/protocol.md#the-journal). */
export function journalContract(
  name: string,
  open: () => Promise<{ journal: Journal; close: () => Promise<void> }>,
): void {
  const using: Using = async (body) => {
    const { journal, close } = await open()
    try {
      await body(journal)
    } finally {
      await close()
    }
  }
  describe(`${name} keeps the Journal's contract`, () => {
    recordsFacts(using)
    listsRuns(using)
    tailsRuns(using)
  })
}

/** Recording: facts in a chain, under a lease; large values by their hash. */
function recordsFacts(using: Using): void {
  test('what is put is found by its hash, as text or as the bytes of it', () =>
    using(async ({ bodies }) => {
      const text = '{"text":"na\u00efve \ud83c\udfb5"}'
      const hash = await bodies.put(new TextEncoder().encode(text))
      expect(hash).toBe(sha256Text(text))
      expect(new TextDecoder().decode(await bodies.get(hash))).toBe(text)
      expect((await bodies.putText?.(text)) ?? hash).toBe(hash)
      expect(new TextDecoder().decode(await bodies.get(hash))).toBe(text)
      const other = await bodies.putText?.(`${text} `)
      if (other !== undefined) expect(new TextDecoder().decode(await bodies.get(other))).toBe(`${text} `)
      expect(await bodies.get(sha256Text('never put'))).toBeUndefined()
    }))

  test('seq counts 1, 2, 3 … and prev is the hash of the line before', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const lease = await journal.lease('a')
      await journal.append(lease, [logged(1, 'one'), logged(2, 'two')])
      await journal.append(lease, [completed])
      const events = await journal.read('a')
      expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4])
      expect(events[0]?.prev).toBe(GENESIS)
      for (const [index, event] of events.entries())
        if (index > 0) expect(event.prev).toBe(sha256Text(JSON.stringify(events[index - 1])))
      const run = await journal.runs.get('a')
      expect(run?.status).toBe('completed')
      expect(run?.head).toEqual({ seq: 4, hash: sha256Text(JSON.stringify(events[3])) })
    }))

  test('a Run’s reported usage counts each answer once, whenever it is read', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const lease = await journal.lease('a')
      for (const n of [0, 1, 2]) {
        await journal.append(lease, [answered(n)])
        if (n !== 1)
          expect((await journal.runs.get('a'))?.usage).toMatchObject({ requests: n + 1, inputTokens: 5 * (n + 1) })
      }
      const [listed] = (await journal.runs.list({})).items
      expect(listed).toEqual(await journal.runs.get('a'))
      expect(listed?.usage.requests).toBe(3)
    }))

  test('a value over 4 KB is stored as its hash and restored on request', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const lease = await journal.lease('a')
      const text = 'ж'.repeat(BODY_BYTES)
      await journal.append(lease, [logged(1, text)])
      const stored = (await journal.read('a', { after: 1 }))[0]
      const hash = sha256Text(JSON.stringify(text))
      expect(stored?.data).toMatchObject({ text: { $body: hash, bytes: BODY_BYTES * 2 + 2 } })
      expect(new TextDecoder().decode(await journal.bodies.get(hash))).toBe(JSON.stringify(text))
      expect((await journal.read('a', { after: 1, hydrate: true }))[0]?.data).toMatchObject({ text })
    }))

  test('a Run that was forked names its source, however large the edit', () =>
    using(async (journal) => {
      const created = createdEvent('x')
      const edit = { type: 'idea', content: 'x'.repeat(BODY_BYTES) }
      const fork = { run: 'source', at: 7, reuse: 'unchanged' as const, edit }
      await journal.create({
        id: 'fork',
        idea: 'idea://one',
        request: {},
        created: { ...created, data: { ...created.data, fork } },
      })
      expect((await journal.runs.get('fork'))?.parent).toEqual({ run: 'source', at: 7 })
    }))

  test('a stale lease is refused and none of it is written', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const stale = await journal.lease('a')
      await journal.lease('a')
      await expect(journal.append(stale, [logged(1, 'late')])).rejects.toMatchObject({ code: 'engine.lease' })
      expect(await journal.read('a')).toHaveLength(1)
    }))

  test('a signal is accepted once and never touches the chain', () =>
    using(async (journal) => {
      await start(journal, 'a')
      expect(await journal.signal('a', 'cancel', { by: 'me' })).toBe('accepted')
      expect(await journal.signal('a', 'cancel', { by: 'you' })).toBe('already')
      expect(await journal.inbox('a')).toEqual([{ key: 'cancel', body: { by: 'me' } }])
      expect(await journal.read('a')).toHaveLength(1)
    }))
}

/** Runs by id, key and filter. */
function listsRuns(using: Using): void {
  test('the same idempotency key gives the same run; with another body it is a conflict', () =>
    using(async (journal) => {
      expect(await start(journal, 'a', 'x', 'key')).toEqual({ run: 'a', created: true })
      expect(await start(journal, 'b', 'x', 'key')).toEqual({ run: 'a', created: false })
      await expect(start(journal, 'c', 'y', 'key')).rejects.toMatchObject({ code: 'run.conflict' })
      expect(await journal.runs.get('b')).toBeUndefined()
    }))

  test('a list continues after its page, even if the last run on it is gone or no longer matches', () =>
    using(async (journal) => {
      for (const id of ['a', 'b', 'c', 'd']) await start(journal, id)
      const { next } = await journal.runs.list({ limit: 2 })
      const running = await journal.runs.list({ limit: 2, status: 'running' })
      await journal.append(await journal.lease('c'), [completed])
      const fitting = await journal.runs.list({ status: 'running', cursor: running.next ?? '' })
      expect(fitting.items.map((run) => run.id)).toEqual(['b', 'a'])
      await journal.runs.remove('c')
      const rest = await journal.runs.list({ limit: 2, cursor: next ?? '' })
      expect(rest.items.map((run) => run.id)).toEqual(['b', 'a'])
    }))

  test('runs are listed newest first, filtered by status, page by page', () =>
    using(async (journal) => {
      for (const id of ['a', 'b', 'c']) await start(journal, id)
      await journal.append(await journal.lease('b'), [completed])
      const page = await journal.runs.list({ limit: 2 })
      expect(page.items.map((run) => run.id)).toEqual(['c', 'b'])
      const rest = await journal.runs.list({ limit: 2, cursor: page.next ?? '' })
      expect(rest).toMatchObject({ items: [{ id: 'a' }], next: null })
      // A page that holds the last of them is the last, though it is full.
      expect((await journal.runs.list({ limit: 3 })).next).toBeNull()
      expect((await journal.runs.list({ status: 'completed' })).items.map((run) => run.id)).toEqual(['b'])
      expect(await journal.runs.remove('b')).toBe(true)
      expect(await journal.runs.get('b')).toBeUndefined()
      expect(await journal.runs.remove('b')).toBe(false)
    }))

  test('a list holds what all of its filters let through: its Idea, status, model, and when it was started', () =>
    using(async (journal) => {
      const runs = [
        ['a', 'idea://one', 'small', '2026-11-20T00:00:00.000Z'],
        ['b', 'idea://two', 'small', '2026-11-21T00:00:00.000Z'],
        ['c', 'idea://one', 'large', '2026-11-21T00:00:00.000Z'],
        ['d', 'idea://one', 'small', '2026-11-22T00:00:00.000Z'],
      ] as const
      for (const [id, idea, model, startedAt] of runs) {
        const { data, ...created } = createdEvent('x')
        const event = { ...created, at: startedAt, data: { ...data, idea, model } }
        await journal.create({ id, idea, request: null, created: event })
      }
      await journal.append(await journal.lease('d'), [completed])
      const listed = async (query: Parameters<Journal['runs']['list']>[0]): Promise<string> =>
        (await journal.runs.list(query)).items.map((run) => run.id).join('')
      expect(await listed({ idea: 'idea://one' })).toBe('dca')
      expect(await listed({ model: 'small' })).toBe('dba')
      expect(await listed({ from: '2026-11-21T00:00:00.000Z' })).toBe('dcb')
      expect(await listed({ to: '2026-11-21T00:00:00.000Z' })).toBe('a')
      expect(await listed({ idea: 'idea://one', status: 'running' })).toBe('ca')
      expect(await listed({ model: 'small', from: '2026-11-20T12:00:00.000Z', to: '2026-11-21T12:00:00.000Z' })).toBe(
        'b',
      )
      expect(await listed({ idea: 'idea://two', status: 'completed' })).toBe('')
    }))

  test('a key is free again once its run is removed, and no other is', () =>
    using(async (journal) => {
      await start(journal, 'a', 'x', 'key')
      await start(journal, 'b', 'x', 'other')
      await journal.runs.remove('a')
      expect(await start(journal, 'c', 'y', 'key')).toEqual({ run: 'c', created: true })
      expect(await start(journal, 'd', 'x', 'other')).toEqual({ run: 'b', created: false })
    }))
}

/** A Run followed while it is recorded. */
function tailsRuns(using: Using): void {
  test('a tail catches up, continues live with unrecorded events between, and ends with the run', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const lease = await journal.lease('a')
      await journal.append(lease, [logged(1, 'one')])
      const seen: (number | null)[] = []
      const reading = (async () => {
        for await (const event of journal.tail('a', 1, new AbortController().signal)) {
          seen.push(event.seq)
          if (event.seq === 2) {
            const live: StreamEvent = {
              v: 1,
              seq: null,
              prev: null,
              run: 'a',
              type: 'call.progress',
              key: 'k',
              at,
              span: 's',
              parent: null,
              data: { call: 'c', done: 1 },
            }
            journal.publish(live)
            await journal.append(lease, [logged(2, 'two'), completed])
          }
        }
      })()
      expect(journal.isTailed?.('a') ?? true).toBe(true)
      await reading
      expect(seen).toEqual([2, null, 3, 4])
    }))

  test('a tail ends when its run is removed, also while it waits', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const ended = Array.from({ length: 2 }, async (_, index) => {
        for await (const event of journal.tail('a', index, new AbortController().signal))
          if (event.seq === 1) await journal.runs.remove('a')
      })
      expect(await Promise.all(ended)).toEqual([undefined, undefined])
      await expect(journal.read('a')).rejects.toMatchObject({ code: 'run.unknown' })
    }))

  test('a tail of a run that has ended gives what was recorded after its place, and ends', () =>
    using(async (journal) => {
      await start(journal, 'a')
      await journal.append(await journal.lease('a'), [logged(1, 'one'), completed])
      const seqs = async (after: number): Promise<readonly (number | null)[]> => {
        const seen: (number | null)[] = []
        for await (const { seq } of journal.tail('a', after, new AbortController().signal)) seen.push(seq)
        return seen
      }
      expect([await seqs(0), await seqs(2), await seqs(3)]).toEqual([[1, 2, 3], [3], []])
    }))

  test('each of several tails gets every event once, also a late one, and a stopped one gets no more', () =>
    using(async (journal) => {
      await start(journal, 'a')
      const lease = await journal.lease('a')
      await journal.append(lease, [logged(1, 'one')])
      const stop = new AbortController()
      const follow = async (after: number, signal: AbortSignal): Promise<readonly (number | null)[]> => {
        const seen: (number | null)[] = []
        for await (const { seq } of journal.tail('a', after, signal)) {
          seen.push(seq)
          // Recorded while this one has its first event in hand: each comes by the record or live, not by both.
          if (seen.length === 1 && after === 0) await journal.append(lease, [logged(2, 'two')])
          if (seen.length === 3) stop.abort()
        }
        return seen
      }
      const stopped = follow(0, stop.signal)
      const others = [1, 2].map((after) => follow(after, new AbortController().signal))
      expect(await stopped).toEqual([1, 2, 3])
      await journal.append(lease, [completed])
      expect(await Promise.all(others)).toEqual([
        [2, 3, 4],
        [3, 4],
      ])
      expect(journal.isTailed?.('a') ?? false).toBe(false)
      expect(journal.isTailed?.('nowhere') ?? false).toBe(false)
    }))
}
