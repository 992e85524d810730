import { memo, useMemo, useRef, type CSSProperties, type PointerEvent } from 'react'
import type { TraceLog } from '@ensemble/core/trace'
import { setZoom } from '../../open/look-at-trace.ts'
import type { RunView } from '../../open/run-view.ts'
import type { TraceView } from '../../open/trace-view.ts'
import { say } from '../say.ts'
import { useRun } from '../use-run.ts'
import { moved, shareOf, stretched, withinRange, type TimeRange } from '../time-range.ts'
import { zoomFit } from '../timeline/use-zoom.ts'
import { activityOf, outlineOf } from './activity.ts'
import css from './Scrubber.module.css'
import { marksOf } from './scrubber-marks.ts'

const COLUMNS = 240
const pickZoom = ({ trace }: RunView): TraceView['zoom'] => trace.zoom

interface TrackProps {
  readonly log: TraceLog | null
  readonly start: number
  readonly end: number
  readonly isOver: boolean
}

/** The whole Run small: how much was at work when, where it failed or waited, and which part the timeline looks at. */
export const Track = memo(function Track({ log, start, end, isOver }: TrackProps) {
  const zoom = useRun(pickZoom)
  const range: TimeRange = { start, end }
  const events = log?.events
  // While the Run continues its outline redraws at each fiftieth of growth, not with every event.
  const step = isOver ? end : Math.floor(Math.log(end - start + 1) * 50)
  const outline = useMemo(
    () => (log === null ? '' : outlineOf(activityOf(log, { start, end }, COLUMNS))),
    // eslint-disable-next-line react/exhaustive-deps -- `log` is a new object in every frame; `events` replaces it and `step` for its growth
    [events, start, step, isOver],
  )
  const marks = useMemo(() => marksOf(log, { start, end }), [log, start, end])
  return (
    <>
      <svg className={css.outline} viewBox={`0 0 ${COLUMNS} 1`} preserveAspectRatio="none" aria-hidden>
        <path d={outline} />
      </svg>
      {zoom !== null && <ZoomWindow zoom={zoom} range={range} />}
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

/** The part that the timeline looks at, on the map of the whole Run: dragged along it, or drawn wider at either edge. */
function ZoomWindow({ zoom, range }: { readonly zoom: TimeRange; readonly range: TimeRange }) {
  const grip = useRef<{ readonly edge: Edge; readonly from: number; readonly zoom: TimeRange } | null>(null)
  const take = (edge: Edge) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { edge, from: event.clientX, zoom }
  }
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const map = event.currentTarget.closest('[data-map]')?.getBoundingClientRect()
    if (grip.current === null || map === undefined || map.width === 0) return
    event.stopPropagation()
    const { edge, from, zoom: taken } = grip.current
    const by = ((event.clientX - from) / map.width) * (range.end - range.start)
    setZoom(withinRange(edge === 'start' || edge === 'end' ? stretched(taken, edge, by) : moved(taken, by), range))
  }
  const leave = (): void => void (grip.current = null)
  const held = { onPointerMove: drag, onPointerUp: leave, onPointerCancel: leave }
  return (
    // Only its edges take the pointer: inside of it the scrubber is dragged as everywhere.
    <span className={css.window} style={windowOf(zoom, range)}>
      <span
        className={css.grip}
        title={say('window')}
        onPointerDown={take('whole')}
        onDoubleClick={zoomFit}
        {...held}
      />
      <span className={css.edge} onPointerDown={take('start')} {...held} />
      <span className={css.edge} data-edge="end" onPointerDown={take('end')} {...held} />
    </span>
  )
}

type Edge = 'start' | 'end' | 'whole'

const windowOf = (zoom: TimeRange, range: TimeRange): CSSProperties => ({
  left: `${shareOf(range, zoom.start) * 100}%`,
  right: `${(1 - shareOf(range, zoom.end)) * 100}%`,
})
