import type { Viewport } from '@xyflow/react'
import type { Rect } from '../../document/layout/geometry.ts'

/** Left free around what is brought into view, in pixels. */
const MARGIN = 16

interface Bounds {
  readonly zoom: number
  /** The least zoom that may be chosen. */
  readonly least: number
}

/**
 * The view that shows all of `rect` (canvas units) inside `room` (pixels of the pane) and differs as little as can be from
 * `view`: moved no farther than needed, and made smaller only where it does not fit.
 */
export function leastMove(view: Viewport, rect: Rect, room: Rect, { zoom, least }: Bounds): Viewport {
  const inner = {
    x: room.x + MARGIN,
    y: room.y + MARGIN,
    width: Math.max(1, room.width - 2 * MARGIN),
    height: Math.max(1, room.height - 2 * MARGIN),
  }
  const fitting = Math.min(room.width / rect.width, room.height / rect.height)
  const within = Math.min(inner.width / rect.width, inner.height / rect.height)
  const next = Math.max(least, zoom <= fitting ? zoom : within)
  if (next === view.zoom && isWithin(rect, view, room)) return view
  // Another zoom keeps the middle of what is meant where it was.
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
  const x = view.x + middle.x * (view.zoom - next)
  const y = view.y + middle.y * (view.zoom - next)
  return {
    x: x + shift(rect.x * next + x, rect.width * next, inner.x, inner.width),
    y: y + shift(rect.y * next + y, rect.height * next, inner.y, inner.height),
    zoom: next,
  }
}

/** Whether all of `rect` is seen in `room`. */
export function isWithin(rect: Rect, { x, y, zoom }: Viewport, room: Rect): boolean {
  const left = rect.x * zoom + x
  const top = rect.y * zoom + y
  return (
    left >= room.x &&
    top >= room.y &&
    left + rect.width * zoom <= room.x + room.width &&
    top + rect.height * zoom <= room.y + room.height
  )
}

/** How far a stretch has to move to lie within another; what is longer begins where that begins. */
function shift(start: number, length: number, from: number, room: number): number {
  if (start < from || length > room) return from - start
  return Math.min(0, from + room - start - length)
}

/** `view` moved sideways, no farther than needed, so that `rect` ends left of `width`; its left edge stays in sight. */
export function uncovered(view: Viewport, rect: Rect, width: number): Viewport {
  const left = rect.x * view.zoom + view.x
  const over = left + rect.width * view.zoom + MARGIN - width
  const by = Math.min(over, left - MARGIN)
  return by <= 0 ? view : { ...view, x: view.x - by }
}
