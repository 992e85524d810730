// @vitest-environment happy-dom
import type { Json, JournalEvent, OpenApproval, Run } from '@ensemble/core'
import { NO_USAGE } from '@ensemble/core/journal'
import { compareTraces, createTraceLog, type TraceLog } from '@ensemble/core/trace'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import type { ListedCase } from '../../platform/api/case-client.ts'
import { CaseDetail } from '../cases/CaseDetail.tsx'
import type { CaseState } from '../cases/use-cases.ts'
import { AlignedTree } from '../compare/AlignedTree.tsx'
import { SpanDifference } from '../compare/SpanDifference.tsx'
import { FieldChanges } from './FieldChanges.tsx'
import { RunTable } from '../list/RunTable.tsx'
import { RunsSection } from '../list/RunsSection.tsx'
import { Failure } from '../result/Failure.tsx'
import { ResultPanel } from '../result/ResultPanel.tsx'
import { resultParts } from '../result/result-parts.ts'
import { ValueView } from '../result/ValueView.tsx'
import { inboxStore } from '../open/run-approvals.ts'
import { runListStore } from '../open/run-list.ts'
import { runStore } from '../open/run-view.ts'
import { closeRun } from '../open/run.ts'
import { ArtifactView } from './detail/ArtifactView.tsx'
import { Markdown } from '../../platform/ui/Markdown.tsx'
import { Pieces } from './detail/Pieces.tsx'
import { TextFile } from './detail/TextFile.tsx'
import { Thought } from './detail/Thought.tsx'
import { Unfinished } from './detail/Unfinished.tsx'
import { DockHeader } from '../../shell/dock/DockHeader.tsx'
import { JsonTree } from './JsonTree.tsx'
import { MessagesPanel } from './MessagesPanel.tsx'
import { RunTabs } from '../../shell/dock/RunTabs.tsx'
import { SpanDetail } from './SpanDetail.tsx'
import { StatePanel } from './StatePanel.tsx'
import { Timeline } from './timeline/Timeline.tsx'
import { TreePanel } from './TreePanel.tsx'
import { WaitingPanel } from './waiting/WaitingPanel.tsx'

/** A model's attempts to make the page act for it. */
const HOSTILE =
  'hostile <script>window.acted = 1</script><img src="https://evil.example/x.png" onerror="window.acted = 1">' +
  '<iframe src="https://evil.example"></iframe><a href="javascript:window.acted = 1">go</a>' +
  '<style>*{background:url(https://evil.example)}</style> [go](javascript:alert(1)) ![p](https://evil.example/p.png)'

/** Members that a model, a Tool or an input fills; the others are the executor's own words. */
const WRITTEN = new Set(
  [
    'parameters',
    'resolved',
    'raw',
    'reasoning',
    'prediction',
    'result',
    'output',
    'input',
    'after',
    'message',
    'text',
  ].concat(['tool', 'names', 'reason', 'content', 'title', 'n', 'brief', 'finish', 'by']),
)

const poisoned = (value: Json, isWritten: boolean): Json => {
  if (typeof value === 'string' || typeof value === 'number') return isWritten ? `${HOSTILE} ${value}` : value
  if (Array.isArray(value)) return value.map((item: Json) => poisoned(item, isWritten))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, poisoned(item as Json, isWritten || WRITTEN.has(name))]),
  )
}

const journal = createTestJournal(341, { trouble: 0.6 }).map(
  (event) => ({ ...event, data: poisoned(event.data as unknown as Json, false) }) as unknown as JournalEvent, // the same shape with other texts
)

let root: Root
let box: HTMLElement
const log: TraceLog = createTraceLog(journal)

const draw = async (node: ReactNode): Promise<void> => {
  await act(async () => root.render(node))
  // Virtual lists look at what is in sight when they are scrolled.
  await act(async () => box.querySelectorAll('[role=tree]').forEach((list) => list.dispatchEvent(new Event('scroll'))))
  await act(async () => box.querySelectorAll('[aria-expanded=false]').forEach((each) => (each as HTMLElement).click()))
}

const harmless = (): void => {
  expect(box.querySelectorAll('script, iframe, object, embed, style, link, form[action]')).toHaveLength(0)
  for (const each of box.querySelectorAll('*'))
    for (const { name, value } of each.attributes) {
      expect(name, each.tagName).not.toMatch(/^on/)
      if (['href', 'src', 'srcset', 'action', 'formaction', 'data', 'xlink:href'].includes(name))
        expect(value, each.tagName).toMatch(/^(\/api\/|#|$)/)
      if (name === 'style') expect(value).not.toMatch(/url\(/)
    }
  expect(Reflect.get(window, 'acted')).toBeUndefined()
}

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  // Every request fails; no place may reach further than that.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('null', { status: 404 })))
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  runStore.setState({
    tabs: ['run-341', 'run-342'],
    selectedSpan: null,
    runId: 'run-341',
    log,
    status: 'failed',
    connection: 'ended',
    now: log.times.at(-1) ?? 0,
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  closeRun()
})

const run: Run = {
  id: 'run-341',
  idea: 'idea://producer',
  status: 'failed',
  input: { brief: HOSTILE },
  error: { code: 'limit.wallMs', message: HOSTILE, retryable: false },
  waitingFor: [],
  model: HOSTILE,
  profile: 'offline',
  usage: { ...NO_USAGE, requests: 1, calls: 1 },
  startedAt: '2026-01-01T00:00:00.000Z',
  head: { seq: 1, hash: '' },
  annotation: { star: true, labels: [HOSTILE.slice(0, 60)], note: HOSTILE },
}
const approval: OpenApproval = {
  run: 'run-341',
  callId: 'c',
  span: 'request/0/call/0',
  why: 'approval',
  tool: HOSTILE,
  hash: 'ab',
  question: 1,
  parameters: { brief: HOSTILE },
  reasoning: HOSTILE,
  callers: ['idea://a'],
  since: '2026-01-01T00:00:00.000Z',
}

const otherLog = createTraceLog(
  createTestJournal(342, { trouble: 0.6 }).map(
    (event) => ({ ...event, data: poisoned(event.data as unknown as Json, false) }) as unknown as JournalEvent, // as above
  ),
)
const comparison = compareTraces(log, otherLog)
const listedCase: ListedCase = {
  name: 'hostile',
  etag: '"a"',
  title: HOSTILE,
  idea: 'idea://producer',
  run: 'run-341',
  expect: [{ type: 'equals', path: '/title', value: HOSTILE }],
}
const caseState: CaseState = {
  busy: null,
  report: {
    name: 'hostile',
    status: 'failed',
    message: HOSTILE,
    change: {
      what: 'end',
      key: 'request/0',
      request: 'request/0',
      turn: 0,
      idea: HOSTILE,
      seq: 1,
      path: `/${HOSTILE}`,
      expected: { x: HOSTILE },
      actual: { x: 1, y: HOSTILE },
    },
    expectations: [],
    score: 0,
  },
}
const nothing = (): void => undefined
const PLACES: Readonly<Record<string, () => ReactNode>> = {
  timeline: () => <Timeline />,
  tree: () => <TreePanel />,
  messages: () => <MessagesPanel />,
  state: () => <StatePanel />,
  result: () => <ResultPanel />,
  header: () => <DockHeader />,
  tabs: () => <RunTabs />,
  failure: () => <Failure error={{ code: 'model.refused', message: HOSTILE, retryable: false }} leaf={undefined} />,
  'explorer list': () => <RunsSection />,
  'runs table': () => (
    <RunTable
      runs={[run]}
      chosen={[]}
      view={{}}
      onSort={() => undefined}
      onChoose={nothing}
      onExtend={nothing}
      hasMore={false}
      isChoosingAll={false}
      onChooseAll={nothing}
      onOpen={nothing}
      onEnd={nothing}
      onChange={nothing}
      actions={() => null}
    />
  ),
  approvals: () => <WaitingPanel />,
  json: () => <JsonTree run="run-341" value={{ [HOSTILE]: [HOSTILE, { deep: HOSTILE }] }} open={5} />,
  changes: () => <FieldChanges changes={[{ path: `/${HOSTILE}`, before: HOSTILE, after: { x: HOSTILE } }]} />,
  markdown: () => <Markdown text={`# ${HOSTILE}\n\n> ${HOSTILE}\n\n- ${HOSTILE}\n\n${HOSTILE}`} />,
  thought: () => <Thought text={HOSTILE} />,
  'a list of like objects': () => (
    <ValueView
      run="run-341"
      value={{ [HOSTILE]: [{ [HOSTILE]: HOSTILE }, { [HOSTILE]: [HOSTILE] }], title: HOSTILE }}
    />
  ),
  'an answer under way': () => (
    <Unfinished
      run="run-341"
      text={JSON.stringify({
        calls: [{ _tool: HOSTILE, _reasoningForCall: HOSTILE, [HOSTILE]: HOSTILE }],
        output: HOSTILE,
      })}
    />
  ),
  'text under way': () => <Unfinished run="run-341" text={HOSTILE} />,
  'a comparison': () => (
    <>
      <AlignedTree rows={comparison.rows} selected={null} onSelect={nothing} />
      {comparison.rows.map((row) => (
        <SpanDifference
          key={row.path}
          row={row}
          left={log}
          right={otherLog}
          a="run-341"
          b="run-342"
          identical={comparison.identical}
        />
      ))}
    </>
  ),
  'a case': () => (
    <CaseDetail listed={listedCase} state={caseState} onAsk={nothing} onJudge={nothing} onChanged={nothing} />
  ),
  pieces: () => <Pieces raw={HOSTILE} pieces={[[1, HOSTILE.length]]} />,
}

it.each(Object.keys(PLACES))('what a model wrote is text and nothing else: %s', async (place) => {
  runListStore.setState({ phase: 'ready', runs: [run] })
  inboxStore.setState({ waiting: [approval], chosen: null })
  await draw(PLACES[place]?.())
  harmless()
})

it('what a model wrote is text and nothing else: the detail of every span', async () => {
  for (const span of log.spans.byId.keys()) {
    await act(async () => runStore.setState({ selectedSpan: span }))
    await draw(<SpanDetail key={span} />)
    harmless()
  }
  expect(box.textContent).toContain('hostile <script>')
})

it.each(['markdown', 'table', 'json', 'text'] as const)(
  'what a file holds is text and nothing else: %s',
  async (kind) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(kind === 'json' ? JSON.stringify([HOSTILE]) : HOSTILE)))
    await draw(<TextFile run="run-341" url="/api/x" name="x" kind={kind} bytes={10} />)
    await expect.poll(() => box.textContent).toContain('window.acted')
    harmless()
  },
)

it('a drawing that holds script is an img and nothing else, in a result and in a span', async () => {
  const drawing = { $artifact: '0123456789abcdef-a.svg', type: 'image/svg+xml', bytes: 9, sha256: 'a'.repeat(64) }
  expect(resultParts({ chart: drawing })[0]?.type).toBe('image')
  await draw(<ArtifactView run="run-341" artifact={drawing} />)
  expect(box.querySelectorAll('svg:not([aria-hidden]), object, embed, iframe')).toHaveLength(0)
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/api/runs/run-341/artifacts/0123456789abcdef-a.svg')
  harmless()
})
