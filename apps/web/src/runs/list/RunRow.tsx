import type { Run } from '@ensemble/core'
import { ideaName, runTime } from '@ensemble/core/trace'
import { GitFork, ShieldAlert } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Labels } from '../annotation/Labels.tsx'
import { StarButton } from '../annotation/StarButton.tsx'
import { language } from '../../platform/i18n/language.ts'
import { t } from '../../platform/i18n/run.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { StatusIcon } from '../trace/StatusIcon.tsx'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'
import { charge, count, duration } from '../../platform/ui/format.ts'
import { scoreText } from '../../platform/ui/score-text.ts'
import css from './RunsPage.module.css'
import { say } from './say.ts'
import { problemText } from '../../platform/i18n/problem-text.ts'

interface RunRowProps {
  readonly run: Run
  /** Its name among those in the list. */
  readonly title: string
  readonly index: number
  readonly top: number
  readonly height: number
  readonly isChosen: boolean
  readonly onPress: (event: MouseEvent) => void
  /** Its box was ticked or not any more; with Shift all up to it are meant. */
  readonly onTick: (isRange: boolean) => void
  readonly onChange: (run: Run) => void
  readonly actions: (run: Run) => ReactNode
}

const MINUTE = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false } as const
const STARTED = new Intl.DateTimeFormat(language, MINUTE)
const STARTED_WHOLE = new Intl.DateTimeFormat(language, { ...MINUTE, year: 'numeric', second: '2-digit' })

const isShifted = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true

/** Shift chooses rows; the browser would choose their text. */
function keepTextUnselected(event: MouseEvent): void {
  if (!event.shiftKey) return
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.closest<HTMLElement>('button, input')?.focus()
}

interface FailedOfProps {
  readonly run: Run
  readonly calls: NonNullable<Run['failedCalls']>
}

/** The row opens its Run like its name does; a control in it, a menu over it and chosen text do not. */
const isOnRow = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest('button, a, input') === null &&
  getSelection()?.isCollapsed !== false

/** The code of the first Call that failed in a Run that did not, and how many did. */
function FailedOf({ run, calls: [first, ...others] }: FailedOfProps) {
  if (first === undefined) return null
  const failed = others.length + 1
  const title = t('failure.calls', { failed, count: Math.max(failed, run.usage.calls) })
  return (
    <span className={css.failedOf} title={`${title} ${first.code}`}>
      {say('failedOf', { failed, count: Math.max(failed, run.usage.calls) })}
      <ErrorCode code={first.code} />
    </span>
  )
}

/** Working time and time waiting for a person; of a Run under way only what doesn't grow now. */
function TimeOf({ run }: { readonly run: Run }) {
  const until = run.endedAt ?? run.waited?.since
  if (until === undefined) return null
  const { workMs, waitMs } = runTime(run, Date.parse(until))
  return (
    <>
      {duration(workMs)}
      {waitMs >= 1 && <span className={css.waited}> {say('waited', { time: duration(waitMs) })}</span>}
    </>
  )
}

/** One Run in the table, at its scroll position. */
export function RunRow({ run, title, index, top, height, isChosen, onPress, onTick, onChange, actions }: RunRowProps) {
  return (
    // For the keyboard, its name is a button.
    <div
      role="row"
      data-index={index}
      className={css.row}
      data-chosen={isChosen}
      onMouseDown={keepTextUnselected}
      onClick={(event) => {
        if (isOnRow(event)) onPress(event)
      }}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <span role="cell">
        <input
          type="checkbox"
          aria-label={say('select', { title })}
          checked={isChosen}
          title={say('selectHint')}
          onChange={({ nativeEvent }) => onTick(isShifted(nativeEvent))}
        />
      </span>
      <span role="cell" className={css.title}>
        <StarButton run={run} onChange={onChange} />
        {run.parent !== undefined && <GitFork size={12} role="img" aria-label={t('runs.fork')} />}
        <button type="button" data-open dir="auto" className={css.open} title={title} onClick={onPress}>
          {title}
        </button>
        <Labels labels={run.annotation?.labels ?? []} />
        {run.annotation?.scores?.map(({ by, score, reason = '' }) => (
          <span key={by} className={css.score} title={`${say('scoreOf', { by, score: scoreText(score) })} ${reason}`}>
            {scoreText(score)}
          </span>
        ))}
      </span>
      <span role="cell" className={css.status}>
        {run.damaged ? (
          <ShieldAlert size={14} className={css.damaged} aria-hidden />
        ) : (
          <StatusIcon status={run.status} />
        )}
        {run.damaged ? say('damaged') : t(`runStatus.${run.status}`)}
      </span>
      <span role="cell">
        {run.error !== undefined ? (
          <ErrorCode className={css.error} code={run.error.code} title={problemText(run.error)} />
        ) : (
          run.failedCalls !== undefined && <FailedOf run={run} calls={run.failedCalls} />
        )}
      </span>
      <span role="cell">{ideaTitle(ideaName(run.idea))}</span>
      <span role="cell" className={css.mono}>
        {run.model}
      </span>
      <span role="cell" title={STARTED_WHOLE.format(new Date(run.startedAt))}>
        {STARTED.format(new Date(run.startedAt))}
      </span>
      <span role="cell">
        <TimeOf run={run} />
      </span>
      <span role="cell">{run.usage.requests}</span>
      <span role="cell">{run.usage.calls}</span>
      <span role="cell" title={run.parent === undefined ? undefined : say('tokensOfFork')}>
        {count(run.usage.inputTokens + run.usage.outputTokens)}
      </span>
      <span role="cell">{run.usage.cost === null ? '' : charge(run.usage.cost)}</span>
      <span role="cell" className={css.actions}>
        {actions(run)}
      </span>
    </div>
  )
}
