import type { Period } from '@ensemble/core/trace'
import { useEffect, useMemo, type RefObject } from 'react'
import { useStore } from 'zustand'
import { setZoom } from '../../open/look-at-trace.ts'
import { runStore, type RunView } from '../../open/run-view.ts'
import type { TraceView } from '../../open/trace-view.ts'
import { panned, showing, timeRange, withinRange, zoomed, type TimeRange } from '../time-range.ts'
import { foldsOf, shownAt, timeAt, wholeScale, type TimeFold, type TimeScale } from '../time-scale.ts'

const CLOSER = 1.6
const WHEEL = 0.0022

const pickZoom = ({ trace }: RunView): TraceView['zoom'] => trace.zoom
const pickTrueScale = ({ trace }: RunView): boolean => trace.isTrueScale
const pickStart = (state: RunView): number => timeRange(state).start
const pickEnd = (state: RunView): number => timeRange(state).end
const NEVER: readonly Period[] = []
const pickWaits = ({ log }: RunView): readonly Period[] => log?.spans.byId.get('')?.latest.waits ?? NEVER

/** The time line: all of it, what is looked at, and which waits it can shorten. */
interface Scales {
  readonly whole: TimeScale
  readonly range: TimeScale
  readonly foldable: readonly TimeFold[]
}

const scalesOf = (
  times: TimeRange,
  waits: readonly Period[],
  { zoom, isTrueScale }: Pick<TraceView, 'zoom' | 'isTrueScale'>,
): Scales => {
  const foldable = foldsOf(times, waits)
  const whole = wholeScale(times, isTrueScale ? NO_FOLDS : foldable)
  const range = zoom === null ? whole : { ...whole, ...withinRange(wholeScale(zoom, whole.folds), whole) }
  return { whole, range, foldable }
}
const NO_FOLDS: readonly TimeFold[] = []

export function useScales(): Scales {
  const zoom = useStore(runStore, pickZoom)
  const isTrueScale = useStore(runStore, pickTrueScale)
  const start = useStore(runStore, pickStart)
  const end = useStore(runStore, pickEnd)
  const waits = useStore(runStore, pickWaits)
  return useMemo(() => scalesOf({ start, end }, waits, { zoom, isTrueScale }), [start, end, waits, zoom, isTrueScale])
}

const now = (): Scales => {
  const state = runStore.getState()
  return scalesOf(timeRange(state), pickWaits(state), state.trace)
}

/** Looks at a range of shown times. The whole range isn't a zoom: it grows with the Run. */
const look = ({ start, end }: TimeRange, { whole }: Scales): void =>
  setZoom(
    end - start > (whole.end - whole.start) * 0.999
      ? null
      : { start: timeAt(whole.folds, start), end: timeAt(whole.folds, end) },
  )

/** Closer at a shown time, or at the instant shown. */
export function zoomBy(factor: number, shown?: number): void {
  const scales = now()
  const { whole, range } = scales
  const at = shown ?? Math.min(Math.max(shownAt(whole.folds, runStore.getState().now), range.start), range.end)
  look(zoomed(range, whole, at, factor), scales)
}
export const zoomIn = (): void => zoomBy(CLOSER)
export const zoomOut = (): void => zoomBy(1 / CLOSER)
export const zoomFit = (): void => setZoom(null)

export function panBy(share: number): void {
  const scales = now()
  look(panned(scales.range, scales.whole, share), scales)
}

/** A span with some room around it, from one instant to another. */
export function zoomTo(from: number, to: number): void {
  const scales = now()
  const { start, end } = wholeScale({ start: from, end: to }, scales.whole.folds)
  const room = Math.max(2, (end - start) * 0.1)
  look(withinRange({ start: start - room, end: end + room }, scales.whole), scales)
}

/** The wheel over the lanes: with Ctrl or Cmd it looks closer at what is under the pointer, sideways it moves along. */
export function useWheel(box: RefObject<HTMLElement | null>, lane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      const area = lane.current?.getBoundingClientRect()
      if (area === undefined || event.clientX < area.left || event.clientX > area.right) return
      const { range } = now()
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
      if (event.ctrlKey || event.metaKey) {
        const share = (event.clientX - area.left) / area.width
        zoomBy(Math.exp(-event.deltaY * WHEEL), range.start + share * (range.end - range.start))
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) panBy(sideways / area.width)
      else return
      event.preventDefault()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box, lane])
}

/** An instant that a person goes to, or that plays, comes into view; one that the Run reaches by itself does not. */
export function useShownInstant(): void {
  useEffect(
    () =>
      runStore.subscribe((state, before) => {
        const { zoom } = state.trace
        if (zoom === null || state.cursor === null || state.now === before.now) return
        const scales = now()
        const shown = showing(scales.range, scales.whole, shownAt(scales.whole.folds, state.now))
        if (shown !== scales.range) look(shown, scales)
      }),
    [],
  )
}

/** The keys of the time line; true if one was meant. */
export function zoomKey({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): boolean {
  if (key === '+' || key === '=') zoomIn()
  else if (key === '-') zoomOut()
  else if (key === '0') zoomFit()
  else if (shiftKey && key === 'ArrowLeft') panBy(-0.2)
  else if (shiftKey && key === 'ArrowRight') panBy(0.2)
  else return false
  return true
}
