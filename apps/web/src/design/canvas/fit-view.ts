import { getViewportForBounds, type Viewport } from '@xyflow/react'
import { READABLE_ZOOM } from '../../document/graph/read-folded.ts'
import { boundsOf, overlaps, type Rect } from '../../document/layout/geometry.ts'
import type { Point } from '../../document/layout/layout-file.ts'

const MOST_ZOOM = 1
/** Around the graph, as a part of the pane and in pixels. */
const PADDING = 0.045
const GAP = 12

interface Sides {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/**
 * The largest view of all `rects` clear of `covers` (pixels of the pane); if impossible, the graph stays above them.
 */
export function viewOf(
  rects: readonly Rect[],
  pane: { readonly width: number; readonly height: number },
  covers: readonly Rect[],
  leastZoom: number,
): Viewport {
  const bounds = boundsOf(rects)
  const even = Math.min(pane.width, pane.height) * PADDING
  const sides = { top: even, right: even, bottom: even, left: even }
  const above = Math.max(even, ...covers.filter(isLow).map(({ y }) => pane.height - y + GAP))
  const below = Math.max(even, ...covers.filter((cover) => !isLow(cover)).map(({ y, height }) => y + height + GAP))
  const before = Math.max(even, ...covers.filter(isRight).map(({ x }) => pane.width - x + GAP))
  const after = Math.max(even, ...covers.filter((cover) => !isRight(cover)).map(({ x, width }) => x + width + GAP))
  const tried = [
    sides,
    { ...sides, bottom: above },
    { ...sides, right: before },
    { ...sides, left: after },
    { ...sides, right: before, left: after },
    { ...sides, bottom: above, top: below },
  ].map((each) => look(bounds, pane, each, leastZoom))
  const isFree = (view: Viewport): boolean =>
    !covers.some((cover) => rects.some((rect) => overlaps(onPane(rect, view), cover)))
  const isWhole = (view: Viewport): boolean => isFree(view) && isInside(onPane(bounds, view), pane)
  const [first = { x: 0, y: 0, zoom: 1 }, high = first] = tried
  const aside = (): Viewport | undefined =>
    shifts(onPane(bounds, first), pane)
      .map((by) => moved(first, by))
      .find(isWhole)
  // Under a cover is better than cut off: the title of a node is at its top.
  const covered = (): Viewport | undefined => {
    const whole = onPane(bounds, first)
    return isInside(whole, pane) ? moved(first, { x: 0, y: even - whole.y }) : undefined
  }
  // A pane that leaves room for the inspector has more than that on its right.
  const free = largest(tried.filter(isFree)) ?? high
  const isCut = onPane(bounds, free).y < -0.5
  return largest(tried.filter(isWhole)) ?? aside() ?? (isCut ? covered() : undefined) ?? free

  function isLow({ y, height }: Rect): boolean {
    return y + height / 2 > pane.height / 2
  }
  function isRight({ x, width }: Rect): boolean {
    return x + width / 2 > pane.width / 2
  }
}

const largest = ([first, ...others]: readonly Viewport[]): Viewport | undefined =>
  first && others.reduce((most, view) => (view.zoom > most.zoom ? view : most), first)

/** Except for rounding. */
const isInside = ({ x, y, width, height }: Rect, pane: { readonly width: number; readonly height: number }): boolean =>
  Math.min(x, y) > -0.5 && x + width < pane.width + 0.5 && y + height < pane.height + 0.5

/** In pixels: how finely a free place is looked for. */
const STEP = 16

const moved = ({ x, y, zoom }: Viewport, by: Point): Viewport => ({ x: x + by.x, y: y + by.y, zoom })

/** The shifts that keep `rect` in the pane, the shortest first. */
function shifts(rect: Rect, pane: { readonly width: number; readonly height: number }): readonly Point[] {
  const steps = (start: number, room: number): number[] =>
    Array.from({ length: Math.max(0, Math.floor(room / STEP) + 1) }, (_, step) => step * STEP - start)
  const down = steps(rect.y, pane.height - rect.height)
  return steps(rect.x, pane.width - rect.width)
    .flatMap((x) => down.map((y) => ({ x, y })))
    .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
}

/**
 * `view` with the graph nearer to the middle of the pane and the room at its right that is `kept` for the inspector: only
 * as far as leaves that room free, and not under `covers`.
 */
export function intoMiddle(
  view: Viewport,
  rects: readonly Rect[],
  pane: { readonly width: number; readonly height: number; readonly kept: number },
  covers: readonly Rect[],
): Viewport {
  const { x, width } = onPane(boundsOf(rects), view)
  const gap = Math.min(pane.width, pane.height) * PADDING
  const by = Math.min((pane.width + pane.kept - width) / 2, pane.width - gap - width) - x
  if (pane.kept === 0 || by <= 0) return view
  const next = moved(view, { x: by, y: 0 })
  const isCovered = rects.some((rect) => covers.some((cover) => overlaps(onPane(rect, next), cover)))
  return isCovered ? view : next
}

/**
 * The view in which a graph opens: all of it if that is legible, else as much as is legible from its left edge on,
 * which has the nodes without callers.
 */
export function openingView(
  rects: readonly Rect[],
  pane: { readonly width: number; readonly height: number },
  covers: readonly Rect[],
  leastZoom: number,
): Viewport {
  const view = viewOf(rects, pane, covers, Math.max(leastZoom, READABLE_ZOOM))
  const { x, width, height } = boundsOf(rects)
  const [first] = rects.toSorted((a, b) => a.x - b.x)
  if (first === undefined) return view
  const gap = Math.min(pane.width, pane.height) * PADDING
  const isWide = width * view.zoom > pane.width
  const isTall = height * view.zoom > pane.height
  return {
    zoom: view.zoom,
    x: isWide ? gap - x * view.zoom : view.x,
    y: isTall ? pane.height / 2 - (first.y + first.height / 2) * view.zoom : view.y,
  }
}

function look(
  bounds: Rect,
  { width, height }: { readonly width: number; readonly height: number },
  { top, right, bottom, left }: Sides,
  leastZoom: number,
): Viewport {
  const inner = { width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) }
  const { x, y, zoom } = getViewportForBounds(bounds, inner.width, inner.height, leastZoom, MOST_ZOOM, 0)
  return { x: x + left, y: y + top, zoom }
}

const onPane = ({ x, y, width, height }: Rect, view: Viewport): Rect => ({
  x: x * view.zoom + view.x,
  y: y * view.zoom + view.y,
  width: width * view.zoom,
  height: height * view.zoom,
})
