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
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { inboxStore, type Inbox } from '../../runs/open/run-approvals.ts'
import { chooseDockTab, DOCK_TABS, dockStore, isDockTab, type DockTab } from '../../platform/session/dock-tab.ts'
import { completedOver } from '../../runs/open/completed-over.ts'
import { runFailure, type OpenRuns, type RunView } from '../../runs/open/run-view.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { sessionStore } from '../../platform/session/session.ts'
import css from './Dock.module.css'
import { useOfferedTabs } from './use-offered-tabs.ts'
import { useShownTab } from './use-shown-tab.ts'
import { useWantedFocus } from './use-wanted-focus.ts'
import { EmptyPanel } from '../../runs/trace/EmptyPanel.tsx'
import { NoRun } from './NoRun.tsx'
import { ProblemCount } from './ProblemCount.tsx'
import { useRun } from '../../runs/trace/use-run.ts'
import { part } from '../../platform/ui/part.tsx'

/** In the place of a panel until it is there; shows itself only when that takes a moment. */
const PanelSkeleton = ({ label }: { readonly label: string }) => (
  <div className={css.skeleton} role="status" aria-label={label} />
)
const PANEL = { Waiting: () => <PanelSkeleton label={t('dock.loadingView')} /> }
const DockHeader = part(() => import('./run-panels.ts').then((module) => module.DockHeader))
const FailedCalls = part(() => import('./run-panels.ts').then((module) => module.FailedCalls))
const MessagesPanel = part(() => import('./run-panels.ts').then((module) => module.MessagesPanel), PANEL)
const ReadingBack = part(() => import('./run-panels.ts').then((module) => module.ReadingBack))
const RunProblem = part(() => import('./run-panels.ts').then((module) => module.RunProblem))
const RunLines = part(() => import('./run-panels.ts').then((module) => module.RunLines))
const RunTabs = part(() => import('./run-panels.ts').then((module) => module.RunTabs))
const Scrubber = part(() => import('./run-panels.ts').then((module) => module.Scrubber))
const StatePanel = part(() => import('./run-panels.ts').then((module) => module.StatePanel), PANEL)
const Timeline = part(() => import('./run-panels.ts').then((module) => module.Timeline), PANEL)
const TreePanel = part(() => import('./run-panels.ts').then((module) => module.TreePanel), PANEL)
const ResultPanel = part(() => import('../../runs/result/ResultPanel.tsx').then((module) => module.ResultPanel), PANEL)
const ProblemsPanel = part(
  () => import('../../design/inspector/ProblemsPanel.tsx').then((module) => module.ProblemsPanel),
  PANEL,
)

const MiniPlayer = part(() => import('../../runs/result/song/MiniPlayer.tsx').then((module) => module.MiniPlayer), {
  isQuiet: true,
})
const WaitingPanel = part(
  () => import('../../runs/trace/waiting/WaitingPanel.tsx').then((module) => module.WaitingPanel),
  PANEL,
)

/** The content without an open Run. */
const WITHOUT_RUN: ReadonlySet<DockTab> = new Set(['problems', 'waiting'])

/** A tab's short form in a narrow dock. */
const ICONS: Readonly<Record<DockTab, LucideIcon>> = {
  timeline: ChartNoAxesGantt,
  tree: ListTree,
  messages: MessagesSquare,
  state: Braces,
  problems: TriangleAlert,
  result: CircleCheckBig,
  waiting: Hourglass,
}

const pickHasTabs = ({ tabs }: OpenRuns): boolean => tabs.length > 1
const pickTab = ({ tab }: { readonly tab: DockTab }): DockTab => tab
/** A missing Run, from an old link: there is nothing to scrub through. */
const pickMissing = ({ connection, log }: RunView): boolean =>
  connection === 'failed' && (log?.events.length ?? 0) === 0
const pickWaiting = ({ waiting }: Inbox): number => waiting.length
const pickHasDecided = ({ decided }: Inbox): boolean => decided !== null
const pickFailed = (state: RunView): boolean => runFailure(state) !== null
const pickWentOver = (state: RunView): boolean => completedOver(state) !== null
const pickRun = (state: RunView): string | null => state.runId
const pickLoading = (state: RunView): boolean => state.connection === 'loading' || (state.log?.events.length ?? 0) === 0
const pickProblem = (state: RunView): string | null => (state.connection === 'failed' ? state.problem : null)

/** The bottom dock: the open Run as timeline, tree, messages, state and result, and the problems of the files. */
export function Dock() {
  const run = useRun(pickRun)
  const waiting = useStore(inboxStore, pickWaiting)
  const isMissing = useRun(pickMissing)
  const hasFailed = useRun(pickFailed)
  const wentOver = useRun(pickWentOver)
  const tab = useStore(dockStore, pickTab)
  const hasTabs = useRun(pickHasTabs)
  const hasDecided = useStore(inboxStore, pickHasDecided)
  // A decision stays readable: pressing a button never navigates away.
  const isWaiting = waiting > 0 || (tab === 'waiting' && hasDecided)
  const shownTab = tab === 'waiting' && !isWaiting ? 'timeline' : tab
  useOfferedTabs(run)
  useEffect(
    () =>
      // The inspector shows one thing: what was selected last, on the canvas or in the trace.
      sessionStore.subscribe(({ selection }, before) => {
        if (selection !== before.selection && (selection.nodes.length > 0 || selection.tool !== null)) selectSpan(null)
      }),
    [],
  )
  const list = useShownTab(shownTab)
  const content = useWantedFocus(list)
  const panels: Readonly<Record<DockTab, ReactNode>> = {
    timeline: <Timeline />,
    tree: <TreePanel />,
    messages: <MessagesPanel />,
    state: <StatePanel />,
    problems: <ProblemsPanel>{hasFailed ? <RunProblem /> : wentOver ? <FailedCalls /> : null}</ProblemsPanel>,
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
      {hasTabs && <RunTabs />}
      <div className={css.bar}>
        <Tabs.List ref={list} className={css.tabs} aria-label={t('dock.views')}>
          {DOCK_TABS.filter((name) => name !== 'waiting' || isWaiting).map((name) => {
            const label = t(`dock.${name}`)
            const Icon = ICONS[name]
            return (
              <Tabs.Trigger
                key={name}
                value={name}
                className={css.tab}
                data-label={label}
                data-dock-tab={name}
                title={label}
              >
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
        {run !== null && shownTab !== 'result' && <MiniPlayer onOpen={() => chooseDockTab('result')} />}
        {run !== null && <DockHeader />}
      </div>
      {run !== null && !isMissing && shownTab !== 'problems' && shownTab !== 'waiting' && (
        <>
          <Scrubber />
          <ReadingBack />
          {shownTab !== 'result' && <RunLines />}
        </>
      )}
      <Tabs.Content
        key={`${shownTab}:${run ?? ''}`}
        ref={content}
        value={shownTab}
        className={css.content}
        tabIndex={-1}
      >
        {WITHOUT_RUN.has(shownTab) ? panels[shownTab] : <OfRun>{panels[shownTab]}</OfRun>}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** A panel that needs an open Run; says what is missing if there is none. */
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
  if (loading) return <PanelSkeleton label={t('dock.loading')} />
  return children
}
