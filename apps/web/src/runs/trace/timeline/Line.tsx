import type { Span, SpanUsage } from '@ensemble/core/trace'
import { memo, type CSSProperties } from 'react'
import { classes } from '../../../platform/ui/classes.ts'
import { retriesOf, segmentsOf } from '../bar.ts'
import { Fold } from '../Fold.tsx'
import { duration, ticking } from '../../../platform/ui/format.ts'
import { tokenText } from '../token-text.ts'
import type { TraceRow } from '../rows.ts'
import { say } from '../say.ts'
import { SpanIcon } from '../SpanIcon.tsx'
import { StatusIcon } from '../StatusIcon.tsx'
import css from './Timeline.module.css'
import { shareAt, type TimeScale } from '../time-scale.ts'
import { zoomTo } from './use-zoom.ts'

interface LineProps {
  readonly row: TraceRow
  readonly title: string
  /** Tells it from others of that title. */
  readonly label: string
  /** Written next to its bar. */
  readonly note?: string | undefined
  /** As it ended, for the whole bar. */
  readonly final: Span
  /** Its state at the instant shown; undefined before it appears. */
  readonly span: Span | undefined
  /** The part of the time line that is looked at, and where the Run ends. */
  readonly scale: TimeScale
  readonly runEnd: number
  readonly now: number
  /** Its time by the instant shown; the wait is null where nothing in the Run waited. */
  readonly workMs: number
  readonly waitMs: number | null
  /** Its usage by the instant shown. */
  readonly usage: SpanUsage
  /** Null where nothing has a price. */
  readonly cost: string | null
}

/** One span: its name, its bar, how long it took, what it took. */
export const Line = memo(function Line(props: LineProps) {
  const { row, title, label, note, final, span, scale, runEnd, now, workMs, waitMs, usage, cost } = props
  const troubled = span !== undefined && span.status !== 'completed' && span.status !== 'running'
  const colour = colourOf(final)
  return (
    <>
      <span className={css.name} style={{ paddingLeft: 8 + Math.min(row.depth, DEEPEST) * 16 }}>
        <Fold row={row} />
        <SpanIcon span={final} />
        <span className={css.title} title={label === '' ? title : `${title} ${label}`}>
          {title}
          {label !== '' && <span className={css.label}> {label}</span>}
        </span>
        {troubled && <StatusIcon status={span.status} />}
        {span !== undefined && span.attempts > 1 && <span className={css.attempts}>×{span.attempts}</span>}
      </span>
      <span
        className={css.lane}
        title={barTitle(final)}
        onDoubleClick={() => zoomTo(final.openedAt, final.endedAt ?? runEnd)}
      >
        {segmentsOf(final, scale, now, runEnd).map((segment, at) => (
          <span
            // The pieces of one bar have no identity but their place.
            key={at}
            className={classes(css.bar, css[segment.kind], css[colour], segment.ahead && css.ahead)}
            style={{ left: `${segment.from * 100}%`, width: `max(3px, ${(segment.to - segment.from) * 100}%)` }}
          />
        ))}
        {retriesOf(final, scale).map((place) => (
          <span key={place} className={css.retry} style={{ left: `${place * 100}%` }} />
        ))}
        {note !== undefined && (
          <span
            className={css.note}
            style={notePlace(shareAt(scale, final.openedAt), shareAt(scale, final.endedAt ?? runEnd))}
          >
            {note}
          </span>
        )}
      </span>
      <span className={css.time} title={say('lasted')}>
        {span === undefined ? '' : span.endedAt === undefined ? ticking(workMs) : duration(workMs)}
      </span>
      {waitMs !== null && (
        <span className={css.waited} title={say('waitedHint')}>
          {waitMs < 1 ? '' : duration(waitMs)}
        </span>
      )}
      <span className={css.tokens} title={say('ownTokens')}>
        {tokenText(usage)}
      </span>
      {cost !== null && <span className={css.cost}>{cost}</span>}
    </>
  )
})

/** A name stays readable however deep its span is. */
const DEEPEST = 8

/** Behind the bar where there is more room, else before it. */
const notePlace = (from: number, to: number): CSSProperties =>
  1 - to >= from ? { left: `calc(${to * 100}% + 8px)` } : { right: `calc(${(1 - from) * 100}% + 8px)` }

/** The bar's pieces in words. */
const barTitle = (span: Span): string => {
  const queued = (span.startedAt ?? span.openedAt) - span.openedAt + (span.queueMs ?? 0)
  const waited = span.waits.reduce((sum, { from, to = from }) => sum + to - from, 0)
  const first = span.firstTokenMs === undefined ? 0 : span.firstTokenMs - (span.queueMs ?? 0)
  return [
    queued - waited >= 1 ? say('parts.queue', { time: duration(queued - waited) }) : '',
    first > 0 ? say('parts.first', { time: duration(first) }) : '',
    waited > 0 ? say('parts.wait', { time: duration(waited) }) : '',
    span.retries.length > 0 ? say('parts.retries', { count: span.retries.length }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

const colourOf = (span: Span): 'run' | 'request' | 'latent' | 'explicit' | 'module' | 'bad' => {
  if (span.status === 'failed' || span.status === 'rejected') return 'bad'
  if (span.kind !== 'call') return span.kind
  return span.mode ?? 'request'
}
