import {
  Braces,
  ChartNoAxesGantt,
  CircleCheckBig,
  Hourglass,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  TriangleAlert,
} from 'lucide-react'
import { Tabs } from 'radix-ui'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { t } from '../i18n/run.ts'
import { goTo } from '../stores/location.ts'
import { inboxStore, type Inbox } from '../stores/run-approvals.ts'
import { chooseDockTab, DOCK_TABS, dockStore, isDockTab, offerDockTab, type DockTab } from '../stores/run-dock.ts'
import { tabStore, type RunTabs as RunTabsState } from '../stores/run-tabs.ts'
import { isWatchedEnd, runStore, type RunView } from '../stores/run-view.ts'
import { selectSpan } from '../stores/run.ts'
import { sessionStore } from '../stores/session.ts'
import css from './Dock.module.css'
import { EmptyPanel } from '../trace/EmptyPanel.tsx'
import { NoRun } from './NoRun.tsx'
import { ProblemCount } from './ProblemCount.tsx'
import { leafError } from '../trace/rows.ts'
import { useRun } from '../trace/use-run.ts'

const DockHeader = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.DockHeader })))
const MessagesPanel = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.MessagesPanel })))
const RunTabs = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.RunTabs })))
const Scrubber = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.Scrubber })))
const StatePanel = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.StatePanel })))
const Timeline = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.Timeline })))
const TreePanel = lazy(() => import('./run-panels.ts').then((module) => ({ default: module.TreePanel })))
const ResultPanel = lazy(() => import('../result/ResultPanel.tsx').then((module) => ({ default: module.ResultPanel })))
const ProblemsPanel = lazy(() =>
  import('../inspector/ProblemsPanel.tsx').then((module) => ({ default: module.ProblemsPanel })),
)

const MiniPlayer = lazy(() =>
  import('../result/song/MiniPlayer.tsx').then((module) => ({ default: module.MiniPlayer })),
)
const WaitingPanel = lazy(() =>
  import('../trace/waiting/WaitingPanel.tsx').then((module) => ({ default: module.WaitingPanel })),
)

/** What shows without an open Run. */
const WITHOUT_RUN: ReadonlySet<DockTab> = new Set(['problems', 'waiting'])

/** What a tab shows instead of its word where the dock is narrow. */
const ICONS: Readonly<Record<DockTab, LucideIcon>> = {
  timeline: ChartNoAxesGantt,
  tree: ListTree,
  messages: MessagesSquare,
  state: Braces,
  problems: TriangleAlert,
  result: CircleCheckBig,
  waiting: Hourglass,
}

const pickHasTabs = ({ runs }: RunTabsState): boolean => runs.length > 1
const pickTab = ({ tab }: { readonly tab: DockTab }): DockTab => tab
/** A Run that is not there, by an old link: there is nothing to scrub through. */
const pickMissing = ({ connection, log }: RunView): boolean =>
  connection === 'failed' && (log?.events.length ?? 0) === 0
const pickWantsFocus = ({ wantsFocus }: { readonly wantsFocus: boolean }): boolean => wantsFocus
const pickWaiting = ({ waiting }: Inbox): number => waiting.length
const pickHasDecided = ({ decided }: Inbox): boolean => decided !== null
const pickRun = (state: RunView): string | null => state.runId
const pickLoading = (state: RunView): boolean => state.connection === 'loading' || state.version === 0
const pickProblem = (state: RunView): string | null => (state.connection === 'failed' ? state.problem : null)

/** The bottom dock: the open Run as timeline, tree, messages, state and result, and the problems of the files. */
export function Dock() {
  const run = useRun(pickRun)
  const waiting = useStore(inboxStore, pickWaiting)
  const isMissing = useRun(pickMissing)
  const tab = useStore(dockStore, pickTab)
  const hasTabs = useStore(tabStore, pickHasTabs)
  const hasDecided = useStore(inboxStore, pickHasDecided)
  // What was decided stays to be read: nobody is taken elsewhere the moment they press a button.
  const isWaiting = waiting > 0 || (tab === 'waiting' && hasDecided)
  const shownTab = tab === 'waiting' && !isWaiting ? 'timeline' : tab
  useEffect(() => {
    // It may have ended before the dock was there.
    revealFailure()
    return runStore.subscribe((state, before) => {
      if (state.runId !== run || state.status === before.status || state.cursor !== null) return
      // A Run that the person just watched ends with its result in view; one that waits says so.
      if (state.status === 'completed' && isWatchedEnd(state)) offerDockTab('result')
      if (state.status === 'waiting') offerDockTab('waiting')
      revealFailure()
    })
  }, [run])
  useEffect(
    () =>
      // The inspector shows one thing: what was selected last, on the canvas or in the trace.
      sessionStore.subscribe(({ selection }, before) => {
        if (selection !== before.selection && (selection.nodes.length > 0 || selection.tool !== null)) selectSpan(null)
      }),
    [],
  )
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabs = list.current
    if (tabs === null) return undefined
    // In a narrow dock the tabs scroll, and what stands beside them comes later.
    const show = (): void =>
      tabs.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const resized = new ResizeObserver(show)
    resized.observe(tabs)
    show()
    return () => resized.disconnect()
  }, [shownTab])
  const content = useRef<HTMLDivElement>(null)
  const wantsFocus = useStore(dockStore, pickWantsFocus)
  useEffect(() => {
    if (!wantsFocus) return
    dockStore.setState({ wantsFocus: false })
    // Where there are lines to walk through, among those.
    const place =
      content.current?.querySelector<HTMLElement>('[role=tree]') ??
      list.current?.querySelector<HTMLElement>('[data-state=active]')
    place?.focus({ focusVisible: true } as FocusOptions) // newer than the type
  }, [wantsFocus])
  const panels: Readonly<Record<DockTab, ReactNode>> = {
    timeline: <Timeline />,
    tree: <TreePanel />,
    messages: <MessagesPanel />,
    state: <StatePanel />,
    problems: <ProblemsPanel />,
    result: <ResultPanel />,
    waiting: <WaitingPanel />,
  }

  return (
    <Tabs.Root
      className={css.dock}
      role="region"
      aria-label={t('dock.label')}
      value={shownTab}
      onValueChange={(value) => isDockTab(value) && chooseDockTab(value)}
    >
      <Suspense fallback={null}>{hasTabs && <RunTabs />}</Suspense>
      <div className={css.bar}>
        <Tabs.List ref={list} className={css.tabs} aria-label={t('dock.views')}>
          {DOCK_TABS.filter((name) => name !== 'waiting' || isWaiting).map((name) => {
            const label = t(`dock.${name}`)
            const Icon = ICONS[name]
            return (
              <Tabs.Trigger key={name} value={name} className={css.tab} data-label={label} title={label}>
                <span>
                  <Icon size={14} aria-hidden className={css.icon} />
                  <span className={css.word}>{label}</span>
                  {name === 'problems' && <ProblemCount />}
                  {name === 'waiting' && waiting > 0 && <b className={css.count}>{waiting}</b>}
                </span>
              </Tabs.Trigger>
            )
          })}
        </Tabs.List>
        {run !== null && (
          <Suspense fallback={null}>
            {shownTab !== 'result' && <MiniPlayer onOpen={() => chooseDockTab('result')} />}
            <DockHeader />
          </Suspense>
        )}
      </div>
      {run !== null && !isMissing && shownTab !== 'problems' && shownTab !== 'waiting' && (
        <Suspense fallback={null}>
          <Scrubber />
        </Suspense>
      )}
      <Tabs.Content
        key={`${shownTab}:${run ?? ''}`}
        ref={content}
        value={shownTab}
        className={css.content}
        tabIndex={-1}
      >
        <Suspense fallback={null}>
          {WITHOUT_RUN.has(shownTab) ? panels[shownTab] : <OfRun>{panels[shownTab]}</OfRun>}
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** The Run whose failure was shown last: one who closed the detail does not want it again. */
let revealed: string | null = null

/** Selects the span that explains why the open Run failed, unless a person or an address chose what to show. */
function revealFailure(): void {
  const { runId, status, log, cursor, selectedSpan, startedHere } = runStore.getState()
  if (status !== 'failed' || log === null || cursor !== null || selectedSpan !== null || revealed === runId) return
  revealed = runId
  const leaf = leafError(log)
  if (leaf !== null && leaf !== '') selectSpan(leaf)
  // With no span to look at, the sentence alone explains it.
  else if (startedHere) offerDockTab('result')
}

/** A panel that needs an open Run; says what is missing where there is none. */
function OfRun({ children }: { readonly children: ReactNode }) {
  const run = useRun(pickRun)
  const loading = useRun(pickLoading)
  const problem = useRun(pickProblem)
  if (run === null) return <NoRun />
  if (problem !== null)
    return (
      <EmptyPanel
        text={t('dock.failed', { reason: problem })}
        action={{ label: t('dock.allRuns'), onClick: () => goTo('runs') }}
      />
    )
  if (loading) return <div className={css.skeleton} role="status" aria-label={t('dock.loading')} />
  return children
}
