import type { Run } from '@ensemble/core'
import { runTime } from '@ensemble/core/trace'
import { GitFork, ShieldAlert, Star, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { runListStore, refreshRuns, watchRuns, type RunList } from '../open/run-list.ts'
import { isEnded, runStore, type RunView } from '../open/run-view.ts'
import { openRun } from '../open/run.ts'
import { duration, ticking, whole as grouped } from '../../platform/ui/format.ts'
import { StatusIcon } from '../trace/StatusIcon.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { DeleteButton } from './DeleteButton.tsx'
import { LossHint } from './LossNotices.tsx'
import css from './RunsSection.module.css'
import { runNames, shortNames } from '../open/run-names.ts'
import { beganAt, clockOf } from '../open/run-title.ts'

const whole = (state: RunList): RunList => state
const pickOpen = (state: RunView): string | null => state.runId
const SHOWN = 12

/** The explorer's list of Runs, newest first; a click opens one. */
export function RunsSection() {
  const { phase, runs, hasMore, problem } = useStore(runListStore, whole)
  const open = useStore(runStore, pickOpen)
  const [all, setAll] = useState(false)
  useEffect(watchRuns, [])
  const live = runs.some((run) => !isEnded(run.status))
  const now = useNow(live)
  const names = useMemo(() => runNames(runs), [runs])
  const short = useMemo(() => shortNames(names), [names])

  return (
    <section className={css.runs} aria-label={t('runs.title')}>
      <h2 className={css.heading}>
        <button type="button" className={css.all} title={t('runs.allHint')} onClick={() => goTo('runs')}>
          {t('runs.title')}
        </button>
        <span>{hasMore ? t('runs.atLeast', { count: runs.length }) : grouped(runs.length)}</span>
      </h2>
      <LossHint />
      {phase === 'loading' && <div className={css.skeleton} role="status" aria-label={t('runs.loading')} />}
      {phase === 'failed' && (
        <p className={css.note}>
          {t('runs.failed', { reason: problem ?? '' })}
          <button type="button" onClick={() => void refreshRuns()}>
            {t('app.retry')}
          </button>
        </p>
      )}
      {phase === 'ready' && runs.length === 0 && <p className={css.note}>{t('runs.none')}</p>}
      <ul>
        {(all ? runs : runs.slice(0, SHOWN)).map((run) => (
          <Item
            key={run.id}
            run={run}
            title={names.get(run.id) ?? ''}
            short={short.get(run.id) ?? ''}
            isOpen={run.id === open}
            now={now}
          />
        ))}
      </ul>
      {all && hasMore && (
        <button type="button" className={css.more} onClick={() => goTo('runs')}>
          {t('runs.older')}
        </button>
      )}
      {runs.length > SHOWN && (
        <button type="button" className={css.more} onClick={() => setAll(!all)}>
          {all ? t('runs.fewer') : t('runs.more', { count: runs.length - SHOWN })}
        </button>
      )}
    </section>
  )
}

interface ItemProps {
  readonly run: Run
  readonly title: string
  /** The title as a narrow column shows it. */
  readonly short: string
  readonly isOpen: boolean
  readonly now: number
}

function Item({ run, title, short, isOpen, now }: ItemProps) {
  return (
    <li className={classes(css.item, isOpen && css.open)} data-run={run.id}>
      <button
        type="button"
        className={css.name}
        aria-current={isOpen}
        title={run.damaged ? t('runs.damagedHint', { title }) : hintOf(run, title, now)}
        onClick={() => openRun(run.id)}
      >
        <Sign run={run} />
        <span dir="auto">{short}</span>
        {run.parent !== undefined && <GitFork size={12} className={css.fork} role="img" aria-label={t('runs.fork')} />}
        {run.annotation?.star && <Star size={12} className={css.star} role="img" aria-label={t('runs.starred')} />}
      </button>
      <span className={css.time}>{isEnded(run.status) ? beganAt(run.startedAt) : timeOf(run, now)}</span>
      <DeleteButton run={run.id} title={title} className={css.delete} sureClassName={css.sure} />
    </li>
  )
}

/** How a Run is or ended; a completed one whose Calls failed is not shown like one without fault. */
function Sign({ run }: { readonly run: Run }) {
  if (run.damaged) return <ShieldAlert size={14} className={css.damaged} role="img" aria-label={t('runs.damaged')} />
  if (run.status !== 'completed' || run.failedCalls === undefined) return <StatusIcon status={run.status} />
  return <TriangleAlert size={14} className={css.failedCalls} role="img" aria-label={failedOf(run)} />
}

/** `2 of 8 Calls failed: call.timeout`. */
const failedOf = ({ failedCalls = [], usage }: Run): string => {
  const failed = failedCalls.length
  return `${t('failure.calls', { failed, count: Math.max(failed, usage.calls) })} ${failedCalls[0]?.code ?? ''}`
}

/** All that the row has no room for: its whole name, its times, and how many Calls failed. */
const hintOf = (run: Run, title: string, now: number): string => {
  const { workMs, waitMs } = runTime(run, now)
  const worked = run.endedAt === undefined ? '' : ` · ${duration(workMs)}`
  const waited = waitMs < 1 ? '' : ` · ${t('runs.waited', { time: duration(waitMs) })}`
  const failed = run.failedCalls === undefined ? '' : ` · ${failedOf(run)}`
  return `${title} · ${clockOf(run.startedAt)}${worked}${waited}${failed}`
}

/** A Run under way: how long it has been at work. */
const timeOf = (run: Run, now: number): string => {
  if (run.status === 'waiting') return t('runs.waits')
  return ticking(runTime(run, now).workMs)
}

/** The time of day in milliseconds, ticking while something runs. */
function useNow(ticks: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [ticks])
  return now
}
