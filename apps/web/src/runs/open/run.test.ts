// @vitest-environment happy-dom
import type { JournalEvent } from '@ensemble/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { follow, seek, seekTime } from './run-playback.ts'
import { isFollowingLive, isWatchedEnd, runStore, shownCursor } from './run-view.ts'
import { setFilter, setQuery, setZoom, showBlastRadius, toggleSpan } from './look-at-trace.ts'
import { WHOLE } from './trace-view.ts'
import { closeRun, openRun, parkedView, selectSpan } from './run.ts'

const journal = createTestJournal(42)

/** A server that streams these events, then says that it was all. */
const serve = (events: readonly JournalEvent[]): void => {
  const body = `id: ${events.length}\ndata: ${JSON.stringify(events)}\n\nevent: end\ndata: {}\n\n`
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
}

/** Shows what a fork would run again. */
const mark = (reruns: readonly string[]): void => {
  const { log } = runStore.getState()
  if (log) showBlastRadius(log, { kept: [], reruns, depends: [], unreached: [] })
}

const ended = (): Promise<void> => expect.poll(() => runStore.getState().connection).toBe('ended')

afterEach(() => {
  for (const id of runStore.getState().tabs) closeRun(id)
  vi.unstubAllGlobals()
})

describe('the open run', () => {
  it('shows every event of its Journal and its last instant', async () => {
    serve(journal)
    openRun('run-42')
    await ended()
    const state = runStore.getState()
    expect(state.log?.events).toHaveLength(journal.length)
    expect(state.now).toBe(Date.parse(journal.at(-1)?.at ?? ''))
    expect(isFollowingLive(state)).toBe(false)
  })

  it('ends before one’s eyes where it was open while it went on, or was started here, but not out of a list', async () => {
    serve(journal)
    openRun('run-42')
    await ended()
    const state = runStore.getState()
    const end = Date.parse(journal.at(-1)?.at ?? '')
    expect(isWatchedEnd(state)).toBe(false)
    expect(isWatchedEnd({ ...state, openedAt: end - 1000 })).toBe(true)
    expect(isWatchedEnd({ ...state, openedAt: end - 1000, selectedSpan: 'request/0' })).toBe(false)
    expect(isWatchedEnd({ ...state, startedHere: true })).toBe(true)
  })

  it('goes to any event and back to the end', async () => {
    serve(journal)
    openRun('run-42')
    await ended()
    seek(5)
    expect(shownCursor(runStore.getState())?.seq).toBe(5)
    seek(-3)
    expect(shownCursor(runStore.getState())?.seq).toBe(1)
    follow()
    expect(shownCursor(runStore.getState())?.seq).toBe(journal.length)
    expect(runStore.getState().cursor).toBeNull()
  })

  it('goes to the instant that a listener asks for while events arrive, and stays there', async () => {
    serve(journal)
    const stop = runStore.subscribe(({ log, cursor }) => {
      if (cursor === null && (log?.events.length ?? 0) >= 5) seek(5)
    })
    openRun('run-42')
    await ended()
    stop()
    expect(runStore.getState()).toMatchObject({ cursor: 5, now: Date.parse(journal[4]?.at ?? '') })
  })

  it('between two events shows what had happened by then', async () => {
    serve(journal)
    openRun('run-42')
    await ended()
    const time = Date.parse(journal[9]?.at ?? '') + 0.5
    seekTime(time)
    const shown = shownCursor(runStore.getState())
    expect(runStore.getState().now).toBe(time)
    expect(Date.parse(journal[(shown?.seq ?? 0) - 1]?.at ?? '')).toBeLessThanOrEqual(time)
    expect(Date.parse(journal[shown?.seq ?? 0]?.at ?? '')).toBeGreaterThan(time)
  })

  it('continues in its tab as it was left, while another is on screen', async () => {
    serve(journal)
    openRun('run-42')
    await ended()
    seek(5)
    selectSpan('request/0')
    setQuery('mixdown')
    setFilter({ statuses: ['failed'], tool: 'mixdown' })
    setZoom({ start: 1, end: 2 })
    toggleSpan('request/0')
    mark(['request/0/call/1#call.completed'])
    const { trace } = runStore.getState()
    openRun('run-43')
    await ended()
    expect(runStore.getState()).toMatchObject({
      runId: 'run-43',
      cursor: null,
      selectedSpan: null,
      trace: WHOLE,
      reach: null,
    })
    openRun('run-42')
    expect(runStore.getState()).toMatchObject({ cursor: 5, selectedSpan: 'request/0', connection: 'ended', trace })
    expect(runStore.getState().reach).toBeNull()
    expect(runStore.getState().tabs).toEqual(['run-42', 'run-43'])
  })

  it('marks a step and its node by the first that holds of what a fork would do', async () => {
    serve(journal)
    openRun('run-42')
    await ended()
    const { log } = runStore.getState()
    if (log === null) throw new Error('the run is open')
    const request = 'request/0'
    const call = 'request/0/call/0'
    showBlastRadius(log, {
      kept: [`${request}#request.completed`, `${call}#approval.decided:1`],
      reruns: [`${call}#call.completed`],
      depends: ['request/1#request.completed'],
      unreached: [],
    })
    const { reach } = runStore.getState()
    expect([reach?.spans.get(request), reach?.spans.get(call)]).toEqual(['kept', 'reruns'])
    expect(reach?.nodes.get(`idea:${log.spans.byId.get(request)?.latest?.idea}`)).toBe('reruns')
  })

  it('takes what arrives while it is not on screen', async () => {
    const send: ((text: string) => void)[] = []
    const encoder = new TextEncoder()
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(
          new ReadableStream({ start: (stream) => void send.push((text) => stream.enqueue(encoder.encode(text))) }),
        ),
      ),
    )
    openRun('live')
    await expect.poll(() => send).toHaveLength(1)
    openRun('other')
    send[0]?.(`data: ${JSON.stringify(journal.slice(0, 4))}\n\n`)
    await expect.poll(() => parkedView('live')?.log?.events).toHaveLength(4)
    expect(runStore.getState().runId).toBe('other')
    expect(runStore.getState().log?.events).toEqual([])
    openRun('live')
    expect(runStore.getState().log?.events).toHaveLength(4)
  })

  it('lets few of many active ones hold a connection, and catches up when one returns to the screen', async () => {
    const asked: { readonly after: string | null; readonly signal: AbortSignal | null | undefined }[] = []
    const encoder = new TextEncoder()
    vi.stubGlobal('fetch', (_: unknown, { headers, signal }: RequestInit) => {
      const after = new Headers(headers).get('last-event-id')
      asked.push({ after, signal })
      const events = journal.slice(Number(after ?? 0), Number(after ?? 0) + 4)
      return Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => stream.enqueue(encoder.encode(`data: ${JSON.stringify(events)}\n\n`)),
          }),
        ),
      )
    })
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      openRun(id)
      await expect.poll(() => runStore.getState().log?.events).toHaveLength(4)
    }
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, true, true, false, false])
    openRun('a')
    await expect.poll(() => runStore.getState().log?.events).toHaveLength(8)
    expect(asked.at(-1)?.after).toBe('4')
    expect(runStore.getState().log?.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('leaves its place to the next tab when it is closed', async () => {
    serve(journal)
    for (const id of ['a', 'b', 'c']) openRun(id)
    openRun('b')
    closeRun('b')
    expect(runStore.getState().runId).toBe('c')
    closeRun('a')
    expect([runStore.getState().runId, runStore.getState().tabs]).toEqual(['c', ['c']])
    closeRun()
    expect([runStore.getState().runId, runStore.getState().tabs]).toEqual([null, []])
  })

  it('says why it cannot be opened, in the words of the server', async () => {
    const problem = JSON.stringify({ title: 'Not found', detail: 'There is no run x.', code: 'run.unknown' })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(problem, { status: 404 })))
    openRun('x')
    await expect.poll(() => runStore.getState().connection).toBe('failed')
    expect(runStore.getState().problem).toBe('There is no run x.')
  })
})
