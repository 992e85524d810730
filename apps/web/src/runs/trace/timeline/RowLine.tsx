import type { PriceTable } from '@ensemble/core/model'
import { NO_USAGE, spanTime, type Cursor, type Span, type SpanUsage, type TraceLog } from '@ensemble/core/trace'
import { duration } from '../../../platform/ui/format.ts'
import { spanLabel } from '../../open/span-label.ts'
import { spanTitle } from '../../open/span-title.ts'
import { money, spanCost } from '../cost.ts'
import { equalCalls, equalCallsAt, type EqualCalls } from '../equal-calls.ts'
import type { TraceRow } from '../rows.ts'
import { say } from '../say.ts'
import type { TimeScale } from '../time-scale.ts'
import { Line } from './Line.tsx'

/** The facts that all lines of a timeline are drawn from. */
export interface Look {
  readonly log: TraceLog
  /** The state at the instant shown. */
  readonly cursor: Cursor
  readonly now: number
  readonly runEnd: number
  readonly scale: TimeScale
  /** Whether anything in the Run waited: there is a column for it. */
  readonly isWaited: boolean
  /** Null where nothing has a price: there is no column for it. */
  readonly prices: PriceTable | null
}

interface RowLineProps {
  readonly row: TraceRow
  readonly look: Look
}

/** One line of the timeline: a span, or several equal Calls as one. */
export function RowLine({ row, look }: RowLineProps) {
  const equal = row.members === undefined ? undefined : equalCalls(look.log, row.members)
  return equal === undefined ? <SpanLine row={row} look={look} /> : <EqualLine row={row} equal={equal} look={look} />
}

function SpanLine({ row, look }: RowLineProps) {
  const final = look.log.spans.byId.get(row.span)?.latest
  if (final === undefined) return null
  const { log, cursor, isWaited, prices } = look
  const span = cursor.span(row.span)
  const now = instantIn(final, look)
  const { workMs, waitMs } = span === undefined ? NO_TIME : spanTime(log, span, now)
  return (
    <Line
      row={row}
      final={final}
      span={span}
      scale={look.scale}
      runEnd={look.runEnd}
      now={now}
      title={spanTitle(span ?? final)}
      label={spanLabel(log, final, cursor.seq)}
      workMs={workMs}
      waitMs={isWaited ? waitMs : null}
      usage={span === undefined ? NO_USAGE : usageOf(cursor, span)}
      cost={prices === null ? null : span === undefined ? '' : money(spanCost(cursor, span.id, prices))}
    />
  )
}

function EqualLine({ row, equal, look }: RowLineProps & { readonly equal: EqualCalls }) {
  const { final, count } = equal
  const span = equalCallsAt(equal, look.now)
  const now = instantIn(final, look)
  const { workMs, waitMs } = equal.timeAt(now)
  return (
    <Line
      row={row}
      final={final}
      span={span}
      scale={look.scale}
      runEnd={look.runEnd}
      now={now}
      title={say('equal', { title: spanTitle(span ?? final), count })}
      label=""
      note={say('equalNote', { count, time: duration(equal.p95Ms) })}
      workMs={workMs}
      waitMs={look.isWaited ? waitMs : null}
      usage={span === undefined ? NO_USAGE : equal.usage}
      cost={look.prices === null ? null : ''}
    />
  )
}

/** The time of a span that comes later than the instant shown. */
const NO_TIME = { workMs: 0, waitMs: 0 }

/** The instant shown, kept to a span's bar: a line redraws only while the instant is inside. */
const instantIn = (final: Span, { now, runEnd }: Look): number =>
  Math.min(Math.max(now, final.openedAt - 1), (final.endedAt ?? runEnd) + 1)

/** A Request is next to its Calls here, so it shows its own tokens; everything else sums its children. */
const usageOf = (cursor: Cursor, { id, kind, usage }: Span): SpanUsage =>
  kind === 'request' ? usage : cursor.total(id)
