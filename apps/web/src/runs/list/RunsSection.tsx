import type { Run } from '@ensemble/core'
import { runTime } from '@ensemble/core/trace'
import { GitFork, ShieldAlert, Star } from 'lucide-react'
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
import { runNames, sharedNames, shortNames } from '../open/run-names.ts'
import { clockOf } from '../open/run-title.ts'

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
  const shared = useMemo(() => sharedNames(names), [names])

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
            isShared={shared.has(names.get(run.id) ?? '')}
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
  /** Other Runs have the same input: when it began tells it apart. */
  readonly isShared: boolean
}

function Item({ run, title, short, isOpen, now, isShared }: ItemProps) {
  return (
    <li className={classes(css.item, isOpen && css.open)} data-run={run.id}>
      <button
        type="button"
        className={css.name}
        aria-current={isOpen}
        title={run.damaged ? t('runs.damagedHint', { title }) : hintOf(run, title, now)}
        onClick={() => openRun(run.id)}
      >
        {run.damaged ? (
          <ShieldAlert size={14} className={css.damaged} role="img" aria-label={t('runs.damaged')} />
        ) : (
          <StatusIcon status={run.status} />
        )}
        <span dir="auto">{short}</span>
        {run.parent !== undefined && <GitFork size={12} className={css.fork} role="img" aria-label={t('runs.fork')} />}
        {run.annotation?.star && <Star size={12} className={css.star} role="img" aria-label={t('runs.starred')} />}
      </button>
      <span className={css.time}>{isShared && isEnded(run.status) ? clockOf(run.startedAt) : timeOf(run, now)}</span>
      <DeleteButton run={run.id} title={title} className={css.delete} sureClassName={css.sure} />
    </li>
  )
}

/** When it began, and how long it waited for a person: the row has room for its time at work alone. */
const hintOf = (run: Run, title: string, now: number): string => {
  const { waitMs } = runTime(run, now)
  const waited = waitMs < 1 ? '' : ` · ${t('runs.waited', { time: duration(waitMs) })}`
  return `${title} · ${clockOf(run.startedAt)}${waited}`
}

const timeOf = (run: Run, now: number): string => {
  if (run.status === 'waiting') return t('runs.waits')
  const { workMs } = runTime(run, now)
  return run.endedAt === undefined ? ticking(workMs) : duration(workMs)
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
