import { memo, useMemo, type CSSProperties } from 'react'
import { useStore } from 'zustand'
import type { TraceLog } from '@ensemble/core/trace'
import { traceViewStore, type TraceView } from '../../stores/trace-view.ts'
import { shareOf, type TimeRange } from '../time-range.ts'
import { activityOf, outlineOf } from './activity.ts'
import css from './Scrubber.module.css'
import { marksOf } from './scrubber-marks.ts'

const COLUMNS = 240
const pickZoom = ({ zoom }: TraceView): TraceView['zoom'] => zoom

interface TrackProps {
  readonly log: TraceLog | null
  readonly start: number
  readonly end: number
  readonly isOver: boolean
}

/** The whole Run small: how much was at work when, where it failed or waited, and which part the timeline looks at. */
export const Track = memo(function Track({ log, start, end, isOver }: TrackProps) {
  const zoom = useStore(traceViewStore, pickZoom)
  const range: TimeRange = { start, end }
  const events = log?.events
  // While the Run goes on its outline is drawn anew as it grows by a fiftieth, not with every event.
  const step = isOver ? end : Math.floor(Math.log(end - start + 1) * 50)
  const outline = useMemo(
    () => (log === null ? '' : outlineOf(activityOf(log, { start, end }, COLUMNS))),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `log` is a new object in every frame; `events` stands for it and `step` for its growth
    [events, start, step, isOver],
  )
  const marks = useMemo(() => marksOf(log, { start, end }), [log, start, end])
  return (
    <>
      <svg className={css.outline} viewBox={`0 0 ${COLUMNS} 1`} preserveAspectRatio="none" aria-hidden>
        <path d={outline} />
      </svg>
      {zoom !== null && <span className={css.window} style={windowOf(zoom, range)} />}
      {marks.map((mark) => (
        <span
          key={mark.share}
          className={mark.kind === 'error' ? css.error : css.wait}
          style={{ left: `${mark.share * 100}%` }}
        />
      ))}
    </>
  )
})

const windowOf = (zoom: TimeRange, range: TimeRange): CSSProperties => ({
  left: `${shareOf(range, zoom.start) * 100}%`,
  right: `${(1 - shareOf(range, zoom.end)) * 100}%`,
})
