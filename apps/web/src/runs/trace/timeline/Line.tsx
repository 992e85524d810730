import type { Span } from '@ensemble/core/trace'
import { memo } from 'react'
import { toggleSpan } from '../../open/look-at-trace.ts'
import { classes } from '../../../platform/ui/classes.ts'
import { retriesOf, segmentsOf } from '../bar.ts'
import { Fold } from '../Fold.tsx'
import { count, duration, ticking } from '../../../platform/ui/format.ts'
import type { TraceRow } from '../rows.ts'
import { say } from '../say.ts'
import { SpanIcon } from '../SpanIcon.tsx'
import { StatusIcon } from '../StatusIcon.tsx'
import css from './Timeline.module.css'
import { zoomTo } from './use-zoom.ts'

interface LineProps {
  readonly row: TraceRow
  readonly title: string
  /** As it ended, for the whole bar. */
  readonly final: Span
  /** Its state at the instant shown; undefined before it appears. */
  readonly span: Span | undefined
  /** The part of the time line that is looked at, and where the Run ends. */
  readonly start: number
  readonly end: number
  readonly runEnd: number
  readonly now: number
  /** Its usage by the instant shown. */
  readonly tokens: number
  /** Null where nothing has a price. */
  readonly cost: string | null
}

/** One span: its name, its bar, how long it took, what it took. */
export const Line = memo(function Line({ row, title, final, span, start, end, runEnd, now, tokens, cost }: LineProps) {
  const range = { start, end }
  const troubled = span !== undefined && span.status !== 'completed' && span.status !== 'running'
  const colour = colourOf(final)
  return (
    <>
      <span className={css.name} style={{ paddingLeft: 8 + Math.min(row.depth, DEEPEST) * 16 }}>
        <Fold row={row} onToggle={toggleSpan} />
        <SpanIcon span={final} />
        <span className={css.title} title={title}>
          {title}
        </span>
        {troubled && <StatusIcon status={span.status} />}
        {span !== undefined && span.attempts > 1 && <span className={css.attempts}>×{span.attempts}</span>}
      </span>
      <span
        className={css.lane}
        title={barTitle(final)}
        onDoubleClick={() => zoomTo(final.openedAt, final.endedAt ?? runEnd)}
      >
        {segmentsOf(final, range, now, runEnd).map((segment, at) => (
          <span
            // The pieces of one bar have no identity but their place.
            key={at}
            className={classes(css.bar, css[segment.kind], css[colour], segment.ahead && css.ahead)}
            style={{ left: `${segment.from * 100}%`, width: `max(3px, ${(segment.to - segment.from) * 100}%)` }}
          />
        ))}
        {retriesOf(final, range).map((place) => (
          <span key={place} className={css.retry} style={{ left: `${place * 100}%` }} />
        ))}
      </span>
      <span className={css.time} title={say('lasted')}>
        {span === undefined ? '' : lasted(span, now)}
      </span>
      <span className={css.tokens} title={say('ownTokens')}>
        {tokens === 0 ? '' : count(tokens)}
      </span>
      {cost !== null && <span className={css.cost}>{cost}</span>}
    </>
  )
})

/** A name stays readable however deep its span is. */
const DEEPEST = 8

const lasted = (span: Span, now: number): string =>
  span.endedAt === undefined ? ticking(now - span.openedAt) : duration(span.endedAt - span.openedAt)

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
