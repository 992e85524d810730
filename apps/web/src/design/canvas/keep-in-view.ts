import type { Viewport } from '@xyflow/react'
import { boundsOf, overlaps, type Rect, type Size } from '../../document/layout/geometry.ts'
import { isWithin, leastMove } from './least-move.ts'

/** Areas to reveal something in: the whole pane, then above covers at the lower right, then above all lower covers. */
export function roomsIn(
  { width, height }: Size,
  covers: readonly Rect[],
): readonly (Rect & { readonly isLast?: boolean })[] {
  const low = covers.filter((cover) => cover.y + cover.height / 2 > height / 2)
  const right = low.filter((cover) => cover.x + cover.width / 2 > width / 2)
  const pane = { x: 0, y: 0, width, height }
  return [
    pane,
    { ...pane, height: Math.min(height, ...right.map(({ y }) => y)) },
    { ...pane, height: Math.min(height, ...low.map(({ y }) => y)), isLast: true },
  ]
}

export const isCovered = (rect: Rect, { x, y, zoom }: Viewport, covers: readonly Rect[]): boolean =>
  covers.some((cover) =>
    overlaps(cover, {
      x: rect.x * zoom + x,
      y: rect.y * zoom + y,
      width: rect.width * zoom,
      height: rect.height * zoom,
    }),
  )

interface Drawn {
  /** In canvas units. */
  readonly rects: readonly Rect[]
  /** The overlays, in pixels of the pane. */
  readonly covers: readonly Rect[]
}

/** The overlays before the pane changed its size: those at its lower and right edges follow them. */
const coversBefore = (covers: readonly Rect[], old: Size, { width, height }: Size): readonly Rect[] =>
  covers.map((cover) => ({
    ...cover,
    x: cover.x + cover.width / 2 > width / 2 ? cover.x + old.width - width : cover.x,
    y: cover.y + cover.height / 2 > height / 2 ? cover.y + old.height - height : cover.y,
  }))

/**
 * Keeps in view what was in view while the pane changes its size, and free of the overlays what was free of them: from the
 * view that a person chose, so that a panel that closes again leaves it as it was. Answers with the view to take; null if
 * it stays.
 */
export function keepInView(opened: Size) {
  let before = opened
  let chosen: { readonly view: Viewport; readonly seen: readonly Rect[]; readonly free: readonly Rect[] } | null = null
  let taken: Viewport | null = null
  return (size: Size, view: Viewport, least: number, { rects, covers }: Drawn): Viewport | null => {
    const old = before
    before = size
    if (old.width === 0 || size.width === 0) return null
    if (old.width === size.width && old.height === size.height) return null
    const isOurs = taken !== null && taken.x === view.x && taken.y === view.y && taken.zoom === view.zoom
    if (!isOurs || chosen === null) {
      const seen = rects.filter((rect) => isWithin(rect, view, { x: 0, y: 0, ...old }))
      chosen = { view, seen, free: seen.filter((rect) => !isCovered(rect, view, coversBefore(covers, old, size))) }
    }
    const { view: first, seen, free } = chosen
    if (seen.length === 0) return null
    const views = roomsIn(size, covers).map((room) =>
      leastMove(first, boundsOf(seen), room, { zoom: first.zoom, least }),
    )
    const isFree = (tried: Viewport): boolean => !free.some((rect) => isCovered(rect, tried, covers))
    taken = views.find(isFree) ?? views[0] ?? null
    return taken
  }
}
