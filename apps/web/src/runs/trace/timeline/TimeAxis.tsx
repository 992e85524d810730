import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, type PointerEvent, type RefObject } from 'react'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { instant } from '../../../platform/ui/format.ts'
import { say } from '../say.ts'
import { placeOf, ticksOf, type TimeRange } from '../time-range.ts'
import css from './TimeAxis.module.css'
import { panBy, zoomFit, zoomIn, zoomOut } from './use-zoom.ts'

/** Pixels for one written time. */
const ROOM = 84
/** Pixels at the end that the buttons take. */
const BUTTONS = 82
/** Pixels that a written time takes, its figures as wide as they get. */
const widthOf = (text: string): number => 5 + text.length * 7

interface TimeAxisProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly width: number
  readonly range: TimeRange
  readonly origin: number
  readonly isZoomed: boolean
}

/** The written times above the bars; drawn aside it moves along. */
export function TimeAxis({ box, width, range, origin, isZoomed }: TimeAxisProps) {
  const from = useRef<number | null>(null)
  const { times, step } = ticksOf(range, origin, Math.max(2, Math.floor(width / ROOM)))
  const onPointerMove = (event: PointerEvent): void => {
    if (from.current === null || width === 0) return
    panBy((from.current - event.clientX) / width)
    from.current = event.clientX
  }
  return (
    <div ref={box} className={css.axis}>
      <div
        className={css.times}
        data-zoomed={isZoomed}
        aria-hidden
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = event.clientX
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (from.current = null)}
        onDoubleClick={zoomFit}
      >
        {times
          .map((time) => ({ time, at: placeOf(range, time), text: instant(time - origin, step) }))
          .filter(({ at, text }) => at * width + widthOf(text) < width - BUTTONS)
          .map(({ time, at, text }) => (
            <span key={time} style={{ left: `${at * 100}%` }}>
              {text}
            </span>
          ))}
      </div>
      <span className={css.zoom}>
        <IconButton label={say('zoomOut')} Icon={ZoomOut} size={13} disabled={!isZoomed} onClick={zoomOut} />
        <IconButton label={say('zoomIn')} Icon={ZoomIn} size={13} onClick={zoomIn} />
        <IconButton label={say('zoomFit')} Icon={Maximize2} size={12} disabled={!isZoomed} onClick={zoomFit} />
      </span>
    </div>
  )
}
