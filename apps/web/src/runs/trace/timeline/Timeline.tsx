import { hasWaits, NO_USAGE, spanTime, type Cursor, type Span, type SpanUsage } from '@ensemble/core/trace'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { recordedStore } from '../../../document/open/recorded-files.ts'
import type { RunView } from '../../open/run-view.ts'
import { setQuery } from '../../open/look-at-trace.ts'
import { money, spanCost, usePrices } from '../cost.ts'
import { ChosenCalls } from '../ChosenCalls.tsx'
import { FilterMenu } from '../FilterMenu.tsx'
import { RowList } from '../RowList.tsx'
import { say } from '../say.ts'
import { spanLabel } from '../../open/span-label.ts'
import { spanTitle } from '../../open/span-title.ts'
import { equalCalls, equalCallsAt } from '../equal-calls.ts'
import { SearchField } from '../SearchField.tsx'
import { duration } from '../../../platform/ui/format.ts'
import { timeRange } from '../time-range.ts'
import { placeAt, scaleTicks } from '../time-scale.ts'
import { useRows } from '../use-rows.ts'
import { useRun } from '../use-run.ts'
import { Line } from './Line.tsx'
import { foldPlace, TimeAxis } from './TimeAxis.tsx'
import css from './Timeline.module.css'
import { useScales, useShownInstant, useWheel, zoomKey } from './use-zoom.ts'
import { useWidth } from './use-width.ts'

const pickNow = (state: RunView): number => state.now
const pickEnd = (state: RunView): number => timeRange(state).end
const pickQuery = ({ trace }: RunView): string => trace.query

/** Pixels between two lines of the grid. */
const GRID = 84

/** The waterfall: every span of the Run on one time line, with the instant shown drawn through it. */
export function Timeline() {
  const { shown, rows, index, newest, isAsking, find, onKeyDown } = useRows('flat')
  const query = useRun(pickQuery)
  const now = useRun(pickNow)
  const runEnd = useRun(pickEnd)
  const { whole, range, foldable } = useScales()
  const prices = usePrices()
  // Lines call Modules by the titles that their Ideas have in the graph, now or then.
  useStore(recordedStore)
  const box = useRef<HTMLDivElement>(null)
  const axis = useRef<HTMLDivElement>(null)
  const width = useWidth(axis)
  useWheel(box, axis)
  useShownInstant()
  if (shown === null) return null
  const { log, cursor } = shown
  const isPriced = prices !== null && [...log.models].some((model) => model !== 'simulated')
  const isWaited = hasWaits(log)
  const place = placeAt(range, now)
  const { times } = scaleTicks(range, whole.start, Math.max(2, Math.floor(width / GRID)))
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !zoomKey(event)) onKeyDown(event)
    else {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  return (
    <div ref={box} className={css.timeline}>
      <div className={css.head}>
        <span className={css.name}>
          <SearchField label={t('timeline.search')} value={query} onChange={setQuery} onFind={find} />
          <FilterMenu spans={log.spans} />
        </span>
        <TimeAxis
          box={axis}
          width={width}
          range={range}
          origin={whole.start}
          isZoomed={range.end - range.start < whole.end - whole.start}
          canFold={foldable.length > 0}
        />
        <span className={css.time} title={say('lasted')}>
          {say(isWaited ? 'worked' : 'time')}
        </span>
        {isWaited && (
          <span className={css.waited} title={say('waitedHint')}>
            {say('waitedColumn')}
          </span>
        )}
        <span className={css.tokens}>{t('timeline.tokens')}</span>
        {isPriced && <span className={css.cost}>{say('cost')}</span>}
      </div>
      {rows.length === 0 && isAsking ? (
        <p className={css.none}>{query === '' ? say('none') : t('timeline.noMatch', { query })}</p>
      ) : (
        <>
          <ChosenCalls />
          <RowList
            label={t('timeline.label')}
            rows={rows}
            rowHeight={24}
            index={index}
            newest={newest}
            onKeyDown={onKey}
            under={
              <Lanes isPriced={isPriced} isWaited={isWaited}>
                {times.map((time) => (
                  <span key={time} className={css.grid} style={{ left: `${placeAt(range, time) * 100}%` }} />
                ))}
                {range.folds.map((fold) => (
                  <span key={fold.from} className={css.fold} style={foldPlace(range, fold)} />
                ))}
              </Lanes>
            }
            over={
              <Lanes isPriced={isPriced} isWaited={isWaited}>
                {place >= 0 && place <= 1 && (
                  <span className={css.now} style={{ transform: `translateX(${place * width}px)` }} />
                )}
              </Lanes>
            }
            rowClass={(row) => (row.isAround || cursor.span(row.span) === undefined) && css.notYet}
          >
            {(row) => {
              const equal = row.members === undefined ? undefined : equalCalls(log, row.members)
              const final = equal?.final ?? log.spans.byId.get(row.span)?.latest
              if (final === undefined) return null
              const span = equal === undefined ? cursor.span(row.span) : equalCallsAt(equal, now)
              // A line redraws only while the instant is inside its bar.
              const at = Math.min(Math.max(now, final.openedAt - 1), (final.endedAt ?? runEnd) + 1)
              const { workMs, waitMs } = spanTime(log, span ?? final, at)
              const title = spanTitle(span ?? final)
              const shared = { row, final, span, scale: range, runEnd, now: at }
              if (equal !== undefined)
                return (
                  <Line
                    {...shared}
                    title={say('equal', { title, count: equal.count })}
                    label=""
                    note={say('equalNote', { count: equal.count, time: duration(equal.p95Ms) })}
                    workMs={Math.min(at, final.endedAt ?? at) - final.openedAt}
                    waitMs={isWaited ? equal.waitMs : null}
                    usage={equal.usage}
                    cost={isPriced ? '' : null}
                  />
                )
              return (
                <Line
                  {...shared}
                  title={title}
                  label={spanLabel(log, final, cursor.seq)}
                  workMs={workMs}
                  waitMs={isWaited ? waitMs : null}
                  usage={span === undefined ? NO_USAGE : usageOf(cursor, span)}
                  cost={!isPriced ? null : span === undefined ? '' : money(spanCost(cursor, span.id, prices))}
                />
              )
            }}
          </RowList>
        </>
      )}
    </div>
  )
}

/** A Request is next to its Calls here, so it shows its own tokens; everything else sums its children. */
const usageOf = (cursor: Cursor, { id, kind, usage }: Span): SpanUsage =>
  kind === 'request' ? usage : cursor.total(id)

interface LanesProps {
  readonly isPriced: boolean
  readonly isWaited: boolean
  readonly children: ReactNode
}

/** The columns of a line with something in the one of the bars. */
const Lanes = ({ isPriced, isWaited, children }: LanesProps) => (
  <span className={css.lanes}>
    <span className={css.name} />
    <span className={css.lane}>{children}</span>
    <span className={css.time} />
    {isWaited && <span className={css.waited} />}
    <span className={css.tokens} />
    {isPriced && <span className={css.cost} />}
  </span>
)
