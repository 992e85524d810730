import { useEffect, type RefObject } from 'react'
import { useStore } from 'zustand'
import { setZoom } from '../../open/look-at-trace.ts'
import { runStore, type RunView } from '../../open/run-view.ts'
import type { TraceView } from '../../open/trace-view.ts'
import { panned, showing, timeRange, withinRange, zoomed, type TimeRange } from '../time-range.ts'

const CLOSER = 1.6
const WHEEL = 0.0022

const pickZoom = ({ trace }: RunView): TraceView['zoom'] => trace.zoom

/** The part of the time line that is looked at. */
export const useZoom = (whole: TimeRange): TimeRange => {
  const zoom = useStore(runStore, pickZoom)
  return zoom === null ? whole : withinRange(zoom, whole)
}

/** The whole range isn't a zoom: it grows with the Run. */
const look = (range: TimeRange, whole: TimeRange): void =>
  setZoom(range.end - range.start > (whole.end - whole.start) * 0.999 ? null : range)

const now = (): { readonly whole: TimeRange; readonly range: TimeRange } => {
  const whole = timeRange(runStore.getState())
  const { zoom } = runStore.getState().trace
  return { whole, range: zoom === null ? whole : withinRange(zoom, whole) }
}

/** Closer at `time`, or at the instant shown. */
export function zoomBy(factor: number, time?: number): void {
  const { whole, range } = now()
  const at = time ?? Math.min(Math.max(runStore.getState().now, range.start), range.end)
  look(zoomed(range, whole, at, factor), whole)
}
export const zoomIn = (): void => zoomBy(CLOSER)
export const zoomOut = (): void => zoomBy(1 / CLOSER)
export const zoomFit = (): void => setZoom(null)

export function panBy(share: number): void {
  const { whole, range } = now()
  look(panned(range, whole, share), whole)
}

/** A span with some room around it. */
export function zoomTo(start: number, end: number): void {
  const { whole } = now()
  const room = Math.max(2, (end - start) * 0.1)
  look(withinRange({ start: start - room, end: end + room }, whole), whole)
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
        const range = showing(zoom, timeRange(state), state.now)
        if (range !== zoom) setZoom(range)
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
