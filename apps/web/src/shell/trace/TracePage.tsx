import type { KeyboardEvent } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { showKeys } from '../../document/commands/show-keys.ts'
import { isTypedIn } from '../../document/commands/where-keys-belong.ts'
import { letterOf } from '../../document/commands/letter.ts'
import { pageStorage } from '../../document/saving/page-storage.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { t } from '../../platform/i18n/run.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Split } from '../../platform/ui/Split.tsx'
import { runTitle } from '../../runs/open/run-title.ts'
import { isOver, type RunView } from '../../runs/open/run-view.ts'
import { compareWithBefore } from '../../runs/open/run-list.ts'
import { watchRecorded } from '../../runs/open/watch-recorded.ts'
import { forkSpan } from '../../runs/commands/fork-span.ts'
import { carryOut } from '../../document/commands/command.ts'
import { FailureLine } from '../../runs/result/FailureLine.tsx'
import { EmptyPanel } from '../../runs/trace/EmptyPanel.tsx'
import { Scrubber } from '../../runs/trace/scrubber/Scrubber.tsx'
import { SpanDetail } from '../../runs/trace/SpanDetail.tsx'
import { useRun } from '../../runs/trace/use-run.ts'
import { useOfferedTabs } from '../dock/use-offered-tabs.ts'
import { DetailTabs } from './DetailTabs.tsx'
import { leaveTrace } from './place.ts'
import { say } from './say.ts'
import { SpanPlace } from './SpanPlace.tsx'
import { TraceActions, TraceFacts } from './TraceHead.tsx'
import css from './trace.module.css'
import { TraceViews } from './TraceViews.tsx'

const pickRun = ({ runId }: RunView): string | null => runId
const pickTitle = ({ log }: RunView): string => {
  const first = log?.events[0]
  return first?.type === 'run.created' ? runTitle(first.data) : ''
}
const pickProblem = ({ connection, problem, log }: RunView): string | null =>
  connection === 'failed' && (log?.events.length ?? 0) === 0 ? (problem ?? '') : null
const pickIsEmpty = ({ log }: RunView): boolean => (log?.events.length ?? 0) === 0
const runOfPlace = ({ params }: { readonly params: Readonly<Record<string, string>> }): string | undefined =>
  params['run']

/** The open Run over the whole window: its spans on the left, the selected one with room to read on the right. */
export function TracePage() {
  const run = useRun(pickRun)
  const title = useRun(pickTitle)
  const problem = useRun(pickProblem)
  // The views measure themselves when they first show lines.
  const isLoading = useRun(pickIsEmpty)
  const named = useStore(placeStore, runOfPlace)
  useEffect(watchRecorded, [])
  useOfferedTabs(run)
  const onKey = (event: KeyboardEvent): void => {
    const key = `${event.shiftKey ? 'Shift+' : ''}${letterOf(event.nativeEvent).toLowerCase()}`
    const found = event.ctrlKey || event.metaKey || event.altKey || isTypedIn(event.target) ? undefined : KEYS[key]
    if (found === undefined) return
    event.preventDefault()
    found(run)
  }
  return (
    <PageFrame
      title={title === '' ? say('title') : title}
      back={say('closeKeys', { keys: showKeys('Shift+R') })}
      onClose={leaveTrace}
      onKey={onKey}
      aside={run !== null && <TraceFacts />}
      actions={run !== null && <TraceActions run={run} />}
    >
      {problem !== null || (run === null && named === undefined) ? (
        <EmptyPanel
          text={problem === null || problem === '' ? say('none') : problem}
          action={{ label: say('runs'), onClick: () => goTo('runs') }}
        />
      ) : isLoading ? (
        <p className={css.nothing} role="status">
          {t('dock.loading')}
        </p>
      ) : (
        <>
          <FailureLine />
          <Scrubber />
          <Split name="trace" storage={pageStorage} edge="right" label={say('resize')} least={[360, 320]} share={0.38}>
            <div className={css.spans}>
              <TraceViews />
              <SpanPlace />
            </div>
            <div className={css.detail}>
              <SpanDetail Parts={DetailTabs} otherwise="" />
            </div>
          </Split>
        </>
      )}
    </PageFrame>
  )
}

/** Bare keys of this page; the lists in it have their own. */
const KEYS: Readonly<Record<string, (run: string | null) => void>> = {
  'Shift+r': leaveTrace,
  '/': () => document.querySelector<HTMLInputElement>(`.${css.spans} input`)?.focus(),
  c: (run) => {
    if (run !== null && isOver()) compareWithBefore(run)
  },
  f: () => carryOut(forkSpan),
}
