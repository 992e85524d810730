import { Tabs } from 'radix-ui'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { runStore, selectSpan, type RunView } from '../stores/run.ts'
import { sessionStore } from '../stores/session.ts'
import css from './Dock.module.css'
import { DockHeader } from './DockHeader.tsx'
import { EmptyPanel } from './EmptyPanel.tsx'
import { MessagesPanel } from './MessagesPanel.tsx'
import { NoRun } from './NoRun.tsx'
import { ProblemCount } from './ProblemCount.tsx'
import { leafError } from './rows.ts'
import { Scrubber } from './Scrubber.tsx'
import { StatePanel } from './StatePanel.tsx'
import { Timeline } from './Timeline.tsx'
import { TreePanel } from './TreePanel.tsx'
import { useRun } from './use-run.ts'

const ResultPanel = lazy(() => import('../result/ResultPanel.tsx').then((module) => ({ default: module.ResultPanel })))
const ProblemsPanel = lazy(() =>
  import('../inspector/ProblemsPanel.tsx').then((module) => ({ default: module.ProblemsPanel })),
)

const TABS = ['timeline', 'tree', 'messages', 'state', 'problems', 'result'] as const
type Tab = (typeof TABS)[number]
const isTab = (value: string): value is Tab => TABS.some((tab) => tab === value)

const pickRun = (state: RunView): string | null => state.runId
const pickLoading = (state: RunView): boolean => state.connection === 'loading' || state.version === 0
const pickProblem = (state: RunView): string | null => (state.connection === 'failed' ? state.problem : null)

/** The bottom dock: the open Run as timeline, tree, messages, state and result, and the problems of the files. */
export function Dock() {
  const run = useRun(pickRun)
  const [tab, setTab] = useState<Tab>('timeline')
  const chosen = useRef(false)
  useEffect(() => {
    chosen.current = false
    return runStore.subscribe((state, before) => {
      if (state.runId !== run || state.status === before.status) return
      // A Run that the person started and just watched ends with its result in view.
      if (state.status === 'completed' && state.startedHere && !chosen.current && state.cursor === null)
        setTab('result')
      if (state.status === 'failed' && state.log !== null && state.selectedSpan === null && state.cursor === null) {
        const leaf = leafError(state.log)
        if (leaf !== null && leaf !== '') selectSpan(leaf)
      }
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
  const panels: Readonly<Record<Tab, ReactNode>> = {
    timeline: <Timeline />,
    tree: <TreePanel />,
    messages: <MessagesPanel />,
    state: <StatePanel />,
    problems: <ProblemsPanel />,
    result: <ResultPanel />,
  }

  return (
    <Tabs.Root
      className={css.dock}
      role="region"
      aria-label={t('dock.label')}
      value={tab}
      onValueChange={(value) => {
        chosen.current = true
        if (isTab(value)) setTab(value)
      }}
    >
      <div className={css.bar}>
        <Tabs.List className={css.tabs} aria-label={t('dock.views')}>
          {TABS.map((name) => (
            <Tabs.Trigger key={name} value={name} className={css.tab} data-label={t(`dock.${name}`)}>
              <span>
                {t(`dock.${name}`)}
                {name === 'problems' && <ProblemCount />}
              </span>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <DockHeader />
      </div>
      {run !== null && tab !== 'problems' && <Scrubber />}
      <Tabs.Content key={`${tab}:${run ?? ''}`} value={tab} className={css.content} tabIndex={-1}>
        <Suspense fallback={null}>{tab === 'problems' ? panels.problems : <OfRun>{panels[tab]}</OfRun>}</Suspense>
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** A panel that needs an open Run; says what is missing where there is none. */
function OfRun({ children }: { readonly children: ReactNode }) {
  const run = useRun(pickRun)
  const loading = useRun(pickLoading)
  const problem = useRun(pickProblem)
  if (run === null) return <NoRun />
  if (problem !== null) return <EmptyPanel text={t('dock.failed', { reason: problem })} />
  if (loading) return <div className={css.skeleton} role="status" aria-label={t('dock.loading')} />
  return children
}
