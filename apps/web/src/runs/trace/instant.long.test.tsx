// @vitest-environment happy-dom
import { createTraceLog, cursorAt, type TraceLog } from '@ensemble/core/trace'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { useEdgesActivity, useNodeActivity, useToolActivity } from '../open/run-activity.ts'
import { runStore } from '../open/run-view.ts'
import { closeRun } from '../open/run.ts'
import { MessagesPanel } from './MessagesPanel.tsx'
import { SpanDetail } from './SpanDetail.tsx'
import { StatePanel } from './StatePanel.tsx'
import { Timeline } from './timeline/Timeline.tsx'
import { TreePanel } from './TreePanel.tsx'

let root: Root
let box: HTMLElement

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('null', { status: 404 })))
  // Every line is in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100_000)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  closeRun()
  box.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The canvas's drawing of a Run, as text. */
function CanvasActivity({ log }: { readonly log: TraceLog }) {
  const { nodes, tools, edges } = log.activity
  return (
    <ul>
      {[...nodes.keys()].map((id) => (
        <Node key={id} id={id} />
      ))}
      {[...tools.keys()].map((id) => (
        <Tool key={id} id={id} />
      ))}
      {[...edges.keys()].map((id) => (
        <Edge key={id} id={id} />
      ))}
    </ul>
  )
}
const Node = ({ id }: { readonly id: string }) => <Said id={id} value={useNodeActivity(id)} />
const Tool = ({ id }: { readonly id: string }) => {
  const at = id.indexOf('/')
  return <Said id={id} value={useToolActivity(id.slice(0, at), id.slice(at + 1))} />
}
const Edge = ({ id }: { readonly id: string }) => <Said id={id} value={useEdgesActivity([id])} />
const Said = ({ id, value }: { readonly id: string; readonly value: unknown }) =>
  value === null ? null : <li>{`${id} ${JSON.stringify(value)}`}</li>

const VIEWS = { Timeline, TreePanel, MessagesPanel, StatePanel, SpanDetail }

/** The texts of each view while the Run is shown at event `at`; lines of what has not happened yet are left out. */
const textsAt = async (log: TraceLog, at: number, selected: string): Promise<Readonly<Record<string, unknown>>> => {
  const cursor = cursorAt(log, at)
  await act(async () =>
    runStore.setState({
      runId: 'run',
      log,
      status: 'failed',
      connection: 'ended',
      cursor: at,
      now: cursor.time,
      selectedSpan: selected,
    }),
  )
  const texts: Record<string, unknown> = {}
  for (const [name, View] of Object.entries(VIEWS)) {
    await act(async () => root.render(<View key={`${name} ${log.events.length}`} />))
    await act(async () =>
      box.querySelectorAll('[role=tree]').forEach((list) => list.dispatchEvent(new Event('scroll'))),
    )
    const lines = [...box.querySelectorAll('[role=treeitem]')].filter(({ id }) => {
      const span = id.slice(id.indexOf(':') + 1)
      return cursor.span(span === 'run' ? '' : span) !== undefined
    })
    texts[name] = lines.length > 0 ? lines.map((line) => [line.id, line.textContent]) : box.textContent
  }
  await act(async () => root.render(<CanvasActivity key={`canvas ${log.events.length}`} log={log} />))
  texts['canvas'] = [...box.querySelectorAll('li')].map(({ textContent }) => textContent).toSorted()
  return texts
}

it('at every instant each view shows what it shows of a run that has got no further', async () => {
  for (const seed of [3, 11, 29, 341, 1024]) {
    // Streamed text before a whole answer isn't an event: it comes from the answer's pieces.
    const events = createTestJournal(seed, { trouble: 0.5 }).map((event) =>
      event.type === 'request.completed' ? { ...event, data: { ...event.data, pieces: [] } } : event,
    )
    const whole = createTraceLog(events)
    const steps = 8
    for (let step = 1; step <= steps; step++) {
      const at = Math.max(1, Math.round((events.length * step) / steps))
      const spans = cursorAt(whole, at).spans()
      const selected = spans[(seed * step) % spans.length]?.id ?? ''
      const shown = await textsAt(whole, at, selected)
      const alone = await textsAt(createTraceLog(events.slice(0, at)), at, selected)
      for (const name of Object.keys(shown))
        expect(shown[name], `${name} at ${at} of seed ${seed}`).toEqual(alone[name])
    }
  }
})
