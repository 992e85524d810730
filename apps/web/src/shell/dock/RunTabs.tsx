import type { Run } from '@ensemble/core'
import type { RunStatus } from '@ensemble/core/journal'
import { GitFork, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { clockOf, runTitle } from '../../runs/open/run-title.ts'
import { runListStore, type RunList } from '../../runs/open/run-list.ts'
import { runStore, type OpenRuns, type RunView } from '../../runs/open/run-view.ts'
import { closeRun, openRun, parkedView } from '../../runs/open/run.ts'
import button from '../../platform/ui/button.module.css'
import { classes } from '../../platform/ui/classes.ts'
import css from './RunTabs.module.css'
import { say } from '../../runs/trace/say.ts'
import { StatusIcon } from '../../runs/trace/StatusIcon.tsx'
import { useRun } from '../../runs/trace/use-run.ts'

const pickTabs = ({ tabs }: OpenRuns): readonly string[] => tabs
const pickListed = ({ runs }: RunList): readonly Run[] => runs
const pickOpen = (state: RunView): string | null => state.runId
const pickStatus = (state: RunView): RunStatus | null => state.status

/** The Runs that are open, each as it was left; nothing if there is only one. */
export function RunTabs() {
  const tabs = useRun(pickTabs)
  const listed = useStore(runListStore, pickListed)
  const open = useRun(pickOpen)
  const status = useRun(pickStatus)
  if (tabs.length < 2) return null
  const named = tabs.map((run) => {
    const found = listed.find(({ id }) => id === run)
    return { run, found, title: found === undefined ? titleOf(run) : runTitle(found) }
  })
  const onKeyDown = (event: KeyboardEvent, run: string): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const next = step === undefined ? undefined : tabs[tabs.indexOf(run) + step]
    const { nextElementSibling: after, previousElementSibling: before } = event.currentTarget.closest('li') ?? {}
    if (event.key === 'Delete') {
      // The focus moves before its tab is gone; afterwards it would be at the top of the page.
      focusTab(after ?? before)
      closeRun(run)
    } else if (next !== undefined) {
      openRun(next)
      focusTab(step === 1 ? after : before)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul className={css.tabs} aria-label={say('tabs')}>
      {named.map(({ run, found, title }) => {
        const isShared = named.some((other) => other.run !== run && other.title === title)
        const clock = clockOf(found?.startedAt ?? startOf(run))
        const shownStatus = run === open ? status : (found?.status ?? parkedView(run)?.status)
        return (
          <li key={run} className={classes(css.tab, run === open && css.open)} data-run={run}>
            <button
              type="button"
              aria-current={run === open}
              title={`${title} · ${clock}`}
              onClick={() => openRun(run)}
              onKeyDown={(event) => onKeyDown(event, run)}
            >
              <StatusIcon status={shownStatus ?? 'queued'} />
              {found?.parent !== undefined && <GitFork size={12} role="img" aria-label={t('runs.fork')} />}
              {isShared && <time>{clock}</time>}
              <span>{title}</span>
            </button>
            <button
              type="button"
              className={button.faint}
              aria-label={say('closeTab', { title })}
              title={say('closeTab', { title })}
              onClick={() => closeRun(run)}
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const focusTab = (item: Element | null | undefined): void => item?.querySelector('button')?.focus()

const firstEvent = (run: string) => {
  const state = runStore.getState()
  return (state.runId === run ? state : parkedView(run))?.log?.events[0]
}

/** A Run older than all listed ones: by its own first event. */
const titleOf = (run: string): string => {
  const first = firstEvent(run)
  return first?.type === 'run.created' ? runTitle(first.data) : run
}
const startOf = (run: string): string => firstEvent(run)?.at ?? new Date().toISOString()
