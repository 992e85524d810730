import { hasWaits } from '@ensemble/core/trace'
import { useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { recordedStore } from '../../../document/open/recorded-files.ts'
import type { RunView } from '../../open/run-view.ts'
import { setQuery } from '../../open/look-at-trace.ts'
import { usePrices } from '../cost.ts'
import { ChosenCalls } from '../ChosenCalls.tsx'
import { FilterMenu } from '../FilterMenu.tsx'
import { RowList } from '../RowList.tsx'
import { say } from '../say.ts'
import { SearchField } from '../SearchField.tsx'
import { timeRange } from '../time-range.ts'
import { placeAt, scaleTicks } from '../time-scale.ts'
import { useRows } from '../use-rows.ts'
import { useRun } from '../use-run.ts'
import { ColumnTitles, Lanes } from './Columns.tsx'
import { RowLine, type Look } from './RowLine.tsx'
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
  const look: Look = { log, cursor, now, runEnd, scale: range, isWaited, prices: isPriced ? prices : null }
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
        <ColumnTitles isPriced={isPriced} isWaited={isWaited} />
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
            {(row) => <RowLine row={row} look={look} />}
          </RowList>
        </>
      )}
    </div>
  )
}
