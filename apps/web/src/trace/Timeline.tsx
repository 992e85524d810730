import type { Span } from '@ensemble/core/trace'
import { t } from '../i18n/index.ts'
import type { RunView } from '../stores/run.ts'
import { classes } from '../ui/classes.ts'
import { count, duration, ticking } from './format.ts'
import { Fold } from './Fold.tsx'
import { RowList } from './RowList.tsx'
import type { TraceRow } from './rows.ts'
import { SearchField } from './SearchField.tsx'
import { SpanIcon } from './SpanIcon.tsx'
import { spanTitle } from './span-title.ts'
import { StatusIcon } from './StatusIcon.tsx'
import css from './Timeline.module.css'
import { segmentsOf, shareOf, timeRange, type TimeRange } from './time-range.ts'
import { useRows } from './use-rows.ts'
import { useRun } from './use-run.ts'

const pickNow = (state: RunView): number => state.now
const pickStart = (state: RunView): number => timeRange(state).start
const pickEnd = (state: RunView): number => timeRange(state).end
const TICKS = [0, 0.25, 0.5, 0.75] as const

/** The waterfall: every span of the Run on one time line, with the instant shown drawn through it. */
export function Timeline() {
  const { shown, rows, index, query, setQuery, toggle, onKeyDown } = useRows('flat')
  const now = useRun(pickNow)
  const range: TimeRange = { start: useRun(pickStart), end: useRun(pickEnd) }
  if (shown === null) return null
  const { log, cursor } = shown

  return (
    <div className={css.timeline}>
      <div className={css.head}>
        <span className={css.name}>
          <SearchField label={t('timeline.search')} value={query} onChange={setQuery} />
        </span>
        <span className={css.axis} aria-hidden>
          {TICKS.map((tick) => (
            <span key={tick} style={{ left: `${tick * 100}%` }}>
              {ticking(tick * (range.end - range.start))}
            </span>
          ))}
        </span>
        <span className={css.time}>{t('timeline.time')}</span>
        <span className={css.tokens}>{t('timeline.tokens')}</span>
      </div>
      {rows.length === 0 && query !== '' ? (
        <p className={css.none}>{t('timeline.noMatch', { query })}</p>
      ) : (
        <RowList
          label={t('timeline.label')}
          rows={rows}
          rowHeight={24}
          index={index}
          onKeyDown={onKeyDown}
          rowClass={(row) => cursor.span(row.id) === undefined && css.notYet}
        >
          {(row) => {
            const final = log.spans.byId.get(row.id)?.latest
            if (final === undefined) return null
            return <Line row={row} final={final} span={cursor.span(row.id)} range={range} now={now} onToggle={toggle} />
          }}
        </RowList>
      )}
    </div>
  )
}

interface LineProps {
  readonly row: TraceRow
  /** As it ended, for the whole bar. */
  readonly final: Span
  /** As it stands at the instant shown; undefined before it appears. */
  readonly span: Span | undefined
  readonly range: TimeRange
  readonly now: number
  readonly onToggle: (id: string) => void
}

function Line({ row, final, span, range, now, onToggle }: LineProps) {
  const title = spanTitle(span ?? final)
  const tokens = span === undefined ? 0 : tokensOf(span)
  const troubled = span !== undefined && span.status !== 'completed' && span.status !== 'running'
  return (
    <>
      <span className={css.name} style={{ paddingLeft: 8 + row.depth * 16 }}>
        <Fold row={row} onToggle={onToggle} />
        <SpanIcon span={final} />
        <span className={css.title} title={title}>
          {title}
        </span>
        {troubled && <StatusIcon status={span.status} />}
        {span !== undefined && span.attempts > 1 && <span className={css.attempts}>×{span.attempts}</span>}
      </span>
      <span className={css.lane}>
        {segmentsOf(final, range, now).map((segment, at) => (
          <span
            // The pieces of one bar have no identity but their place.
            key={at}
            className={classes(css.bar, css[segment.kind], css[colourOf(final)], segment.ahead && css.ahead)}
            style={{ left: `${segment.from * 100}%`, width: `max(3px, ${(segment.to - segment.from) * 100}%)` }}
          />
        ))}
        <span className={css.now} style={{ left: `${shareOf(range, now) * 100}%` }} />
      </span>
      <span className={css.time}>{span === undefined ? '' : lasted(span, now)}</span>
      <span className={css.tokens}>{tokens === 0 ? '' : count(tokens)}</span>
    </>
  )
}

/** A Request stands beside its Calls here, so it shows its own tokens; everything else sums what is under it. */
const tokensOf = ({ kind, usage, total }: Span): number => {
  const { inputTokens, outputTokens } = kind === 'request' ? usage : total
  return inputTokens + outputTokens
}

const lasted = (span: Span, now: number): string =>
  span.endedAt === undefined ? ticking(now - span.openedAt) : duration(span.endedAt - span.openedAt)

const colourOf = (span: Span): 'run' | 'request' | 'latent' | 'explicit' | 'module' | 'bad' | 'wait' => {
  if (span.status === 'failed' || span.status === 'rejected') return 'bad'
  if (span.status === 'waiting') return 'wait'
  if (span.kind !== 'call') return span.kind
  return span.mode ?? 'request'
}
