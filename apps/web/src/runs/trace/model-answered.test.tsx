// @vitest-environment happy-dom
import type { JournalEvent } from '@ensemble/core'
import { NO_USAGE } from '@ensemble/core/journal'
import { appendEvent, createTraceLog, cursorAt, spanDetail } from '@ensemble/core/trace'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { runStore } from '../open/run-view.ts'
import { closeRun } from '../open/run.ts'
import { detailParts } from './detail/detail-parts.tsx'
import { MessagesPanel } from './MessagesPanel.tsx'

it('a Request that was under way when its Run was cancelled is answering at that instant, and not any more at the end', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('null', { status: 404 })))
  const all: readonly JournalEvent[] = createTestJournal(1)
  const begun = all.slice(0, all.findIndex(({ type }) => type === 'request.started') + 1)
  const at = begun.at(-1)?.at ?? ''
  const end = { type: 'run.cancelled', span: '', data: { by: 'a person', usage: NO_USAGE } }
  const seq = begun.length + 1
  // The end of a Journal as an executor writes it, without its chain.
  const cancelled = { v: 1, run: 'run', prev: '', key: '#run.cancelled', parent: null, at, seq, ...end } as JournalEvent
  const log = createTraceLog([...begun, cancelled])
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    closeRun()
    box.remove()
    vi.unstubAllGlobals()
  })
  const textAt = async (cursor: number): Promise<string> => {
    const { time } = cursorAt(log, cursor)
    await act(async () =>
      runStore.setState({ runId: 'run', log, status: 'cancelled', connection: 'ended', cursor, now: time }),
    )
    await act(async () => root.render(<MessagesPanel key={cursor} />))
    return box.textContent
  }
  expect(await textAt(begun.length)).toContain('Answering')
  const last = await textAt(seq)
  expect(last).not.toContain('Answering')
  expect(last).toContain('The run ended before the model answered.')
})

it('a Request that waits for its turn at an endpoint says how many are before it, until it is sent', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('null', { status: 404 })))
  const all: readonly JournalEvent[] = createTestJournal(1)
  const begun = all.slice(0, all.findIndex(({ type }) => type === 'request.started') + 1)
  const log = createTraceLog(begun)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    closeRun()
    box.remove()
    vi.unstubAllGlobals()
  })
  const textAfter = async (data: { endpoint: string; before?: number }): Promise<string> => {
    const live = { v: 1, seq: null, prev: null, run: 'run', key: '', at: '', parent: null } as const
    appendEvent(log, { ...live, type: 'request.queued', span: begun.at(-1)?.span ?? '', data })
    await act(async () =>
      runStore.setState({ runId: 'run', log, status: 'running', connection: 'live', cursor: null, now: 0 }),
    )
    await act(async () => root.render(<MessagesPanel key={JSON.stringify(data)} />))
    return box.textContent
  }
  expect(await textAfter({ endpoint: 'main', before: 3 })).toContain('Waits for its turn at main, 3 before it.')
  expect(await textAfter({ endpoint: 'main' })).not.toContain('Waits for its turn')
})

it('a failed Request says why once, as an error', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const all: readonly JournalEvent[] = createTestJournal(1)
  const begun = all.slice(0, all.findIndex(({ type }) => type === 'request.started') + 1)
  const { span = '', at = '' } = begun.at(-1) ?? {}
  const data = { code: 'model.status', message: 'The endpoint answered 401.', ms: 1 }
  const more = { v: 1, run: 'run', prev: '', key: '', parent: null, at, span }
  const log = createTraceLog([
    ...begun,
    { ...more, seq: begun.length + 1, type: 'request.failed', data } as JournalEvent,
  ]) // as above
  const detail = spanDetail(log, span)
  if (detail === undefined) throw new Error('unreachable')
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    box.remove()
  })
  const parts = detailParts({ run: 'run', detail, log, streamed: undefined, seq: begun.length + 1, isKept: false })
  const shown = parts.filter(({ id }) => id === 'checks' || id === 'answered')
  await act(async () => root.render(shown.map(({ id, content }) => <div key={id}>{content}</div>)))
  expect(box.textContent.split('The endpoint answered 401.')).toHaveLength(2)
  expect(box.textContent).toContain('The request failed without an answer.')
  expect(parts.find(({ id }) => id === 'checks')?.title).toBe('Error')
})
