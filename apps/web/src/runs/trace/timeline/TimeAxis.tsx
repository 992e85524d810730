import { FoldHorizontal, Maximize2, UnfoldHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, type CSSProperties, type PointerEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { duration, instant } from '../../../platform/ui/format.ts'
import { toggleTrueScale } from '../../open/look-at-trace.ts'
import { runStore, type RunView } from '../../open/run-view.ts'
import { say } from '../say.ts'
import { placeAt, scaleTicks, shareAt, type TimeFold, type TimeScale } from '../time-scale.ts'
import css from './TimeAxis.module.css'
import { panBy, zoomFit, zoomIn, zoomOut } from './use-zoom.ts'

/** Pixels for one written time. */
const ROOM = 84
/** Pixels at the end that the buttons take, and the one more where waits are long. */
const BUTTONS = 82
const BUTTON = 24
/** Pixels that a written time takes, its figures as wide as they get. */
const widthOf = (text: string): number => 5 + text.length * 7

const pickTrueScale = ({ trace }: RunView): boolean => trace.isTrueScale

interface TimeAxisProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly width: number
  readonly range: TimeScale
  readonly origin: number
  readonly isZoomed: boolean
  /** The Run has waits that are long next to its work. */
  readonly canFold: boolean
}

/** The written times above the bars; drawn aside it moves along. */
export function TimeAxis({ box, width, range, origin, isZoomed, canFold }: TimeAxisProps) {
  const from = useRef<number | null>(null)
  const isTrueScale = useStore(runStore, pickTrueScale)
  const { times, step } = scaleTicks(range, origin, Math.max(2, Math.floor(width / ROOM)))
  const room = width - BUTTONS - (canFold ? BUTTON : 0)
  const waits = foldLabels(range, width).filter(({ from, to }) => to > 0 && from < room)
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
          .map((time) => ({ time, at: placeAt(range, time), text: instant(time - origin, step) }))
          .filter(({ at, text }, index, all) => {
            const from = at * width
            const to = from + widthOf(text)
            const next = all[index + 1]
            const isFree = next === undefined || to < next.at * width
            return to < room && isFree && !waits.some((wait) => from < wait.to && to > wait.from)
          })
          .map(({ time, at, text }) => (
            <span key={time} style={{ left: `${at * 100}%` }}>
              {text}
            </span>
          ))}
        {waits.map(({ from, text, title }) => (
          <span key={from} className={css.fold} style={{ left: from }} title={title}>
            {text}
          </span>
        ))}
      </div>
      <span className={css.zoom}>
        {canFold && (
          <IconButton
            label={say(isTrueScale ? 'foldWaits' : 'unfoldWaits')}
            Icon={isTrueScale ? FoldHorizontal : UnfoldHorizontal}
            size={13}
            onClick={toggleTrueScale}
          />
        )}
        <IconButton label={say('zoomOut')} Icon={ZoomOut} size={13} disabled={!isZoomed} onClick={zoomOut} />
        <IconButton label={say('zoomIn')} Icon={ZoomIn} size={13} onClick={zoomIn} />
        <IconButton label={say('zoomFit')} Icon={Maximize2} size={12} disabled={!isZoomed} onClick={zoomFit} />
      </span>
    </div>
  )
}

/** Where a shortened wait is. */
export const foldPlace = (scale: TimeScale, { from, to }: TimeFold): CSSProperties => ({
  left: `${shareAt(scale, from) * 100}%`,
  width: `${(shareAt(scale, to) - shareAt(scale, from)) * 100}%`,
})

/** The true lengths of shortened waits, in pixels from the start of the axis; one that would lie under another is left out. */
function foldLabels(scale: TimeScale, width: number) {
  let last = -Infinity
  return scale.folds.flatMap((fold) => {
    const time = duration(fold.to - fold.from)
    const text = `⋯ ${time}`
    const from = placeAt(scale, fold.from) * width
    if (from < last) return []
    last = from + widthOf(text)
    const to = Math.max(last, placeAt(scale, fold.to) * width)
    return [{ from, to, text, title: say('folded', { time }) }]
  })
}
