import { columnRows, evenly, LANE_HEIGHT, ROW_GAP, rowsHeight, type Row, type Wrapped } from './column-rows.ts'
import type { Size } from './geometry.ts'
import type { Line } from './layers.ts'
import type { Point } from './layout-file.ts'
import { orderItems, type Ordered, type Piece } from './order-items.ts'
import { stackRows, type Wanted } from './stack-rows.ts'

const COLUMN_GAP = 88
/** Between a chip and the nodes next to it. */
const CHIP_GAP = 16
/** Between boxes side by side in one column: room for the edges to those behind. */
const INNER_GAP = 40
/** A part with at most this many boxes is legible as a whole, so single boxes share rows; in larger parts only grids do. */
const MOST_SHELVED = 90
/** How much a row's wish counts that nothing pulls. */
const IDLE = 0.2

/** A connected part with its columns in order; it can be drawn at any height. */
export interface Drawing {
  /** The number of its boxes. */
  readonly count: number
  /** From the tallest to the lowest it makes sense to try. */
  readonly tallest: number
  /** Whether so few edges pass by that a column can be broken into several side by side. */
  readonly canWrap: boolean
  /** Places of its boxes, by their number, with no column higher than `most` where that is possible. */
  draw(most: number): Drawn
}
export interface Drawn extends Size {
  readonly places: ReadonlyMap<number, Point>
}

/** Orders a connected part of the graph; parameters as in orderItems. */
export function orderDrawing(
  boxes: readonly number[],
  lines: readonly Line[],
  sizes: readonly Size[],
  loose: ReadonlySet<number>,
): Drawing {
  const ordered = orderItems(boxes, lines, sizes, loose)
  const { tall, fitting } = columnRows(ordered, (box) => sizes[box]?.height ?? 0, boxes.length <= MOST_SHELVED)
  const settle = pullTogether(ordered, sizes)
  return {
    count: boxes.length,
    tallest: Math.max(...ordered.columns.map(tall)),
    canWrap: lines.length < 2 * boxes.length,
    draw: (most) => {
      const wrapped = ordered.columns.map((column) => fitting(column, most))
      const spots = placeItems(ordered, wrapped, sizes)
      settle(wrapped, spots)
      return placeBoxes(ordered, spots, sizes)
    },
  }
}

/** Where items and their boxes are; `tops` change while rows are pulled towards their neighbours. */
interface Spots {
  /** The left edge of each column. */
  readonly left: readonly number[]
  /** The top edge of each item. */
  readonly tops: Float64Array
  /** How far right in its column each item begins. */
  readonly shift: Float64Array
  /** The place of each box within its item. */
  readonly within: ReadonlyMap<number, Point>
}

/** Columns side by side, each centred on the same line. */
function placeItems({ items, chips }: Ordered, wrapped: readonly Wrapped[], sizes: readonly Size[]): Spots {
  const tops = new Float64Array(items.length)
  const shift = new Float64Array(items.length)
  const within = new Map<number, Point>()
  const left: number[] = []
  let x = 0
  wrapped.forEach(({ rows, wide }, index) => {
    left[index] = x
    let width = 0
    let top = -rowsHeight(rows) / 2
    for (const row of rows) {
      let across = 0
      for (const item of row.items) {
        tops[item] = top
        shift[item] = across
        const own = items[item] ?? []
        if (own.length > 0) across += placeWithin(own, evenly(own.length, wide), sizes, within) + INNER_GAP
      }
      width = Math.max(width, across - INNER_GAP)
      top += row.height + row.gap
    }
    x += width + Math.max(COLUMN_GAP, (chips[index] ?? 0) + CHIP_GAP)
  })
  return { left, tops, shift, within }
}

/** Puts the boxes of an item in rows of `wide`; answers how wide they are together. */
function placeWithin(own: readonly number[], wide: number, sizes: readonly Size[], within: Map<number, Point>): number {
  const widest = Math.max(0, ...own.map((box) => sizes[box]?.width ?? 0))
  let y = 0
  for (let first = 0; first < own.length; first += wide) {
    const row = own.slice(first, first + wide)
    row.forEach((box, index) => within.set(box, { x: index * (widest + INNER_GAP), y }))
    y += Math.max(...row.map((box) => sizes[box]?.height ?? 0)) + ROW_GAP
  }
  return wide * (widest + INNER_GAP) - INNER_GAP
}

/** Moves rows towards what their items are tied to, twice from the left and twice from the right. */
function pullTogether({ items, pieces }: Ordered, sizes: readonly Size[]) {
  const outOf = listsOf(items.length, pieces, 'from')
  const into = listsOf(items.length, pieces, 'to')

  function pull(item: number, isForward: boolean, { tops, within }: Spots): Wanted {
    const own = (isForward ? into : outOf)[item] ?? []
    if (own.length === 0) return { height: 0, gap: 0, top: tops[item] ?? 0, weight: IDLE }
    const offsetOf = (box: number | null): number => (box === null ? 0 : (within.get(box)?.y ?? 0))
    let sum = 0
    for (const index of own) {
      const piece = pieces[index]
      if (piece === undefined) continue
      const inletOf = piece.toBox === null ? LANE_HEIGHT / 2 : (sizes[piece.toBox]?.height ?? 0) / 2
      const out = (piece.fromBox === null ? LANE_HEIGHT / 2 : piece.port) + offsetOf(piece.fromBox)
      const inlet = inletOf + offsetOf(piece.toBox)
      sum += isForward ? (tops[piece.from] ?? 0) + out - inlet : (tops[piece.to] ?? 0) + inlet - out
    }
    return { height: 0, gap: 0, top: sum / own.length, weight: own.length }
  }

  function settle(rows: readonly Row[], isForward: boolean, spots: Spots): void {
    const wanted = rows.map(({ items: own, height, gap }): Wanted => {
      const pulls = own.map((item) => pull(item, isForward, spots))
      const weight = pulls.reduce((sum, each) => sum + each.weight, 0)
      return { height, gap, weight, top: pulls.reduce((sum, each) => sum + each.top * each.weight, 0) / weight }
    })
    stackRows(wanted).forEach((top, index) => {
      for (const item of rows[index]?.items ?? []) spots.tops[item] = top
    })
  }

  return (wrapped: readonly Wrapped[], spots: Spots): void => {
    for (const isForward of [true, false, true, false])
      for (const { rows } of isForward ? wrapped.slice(1) : wrapped.slice(0, -1).toReversed())
        settle(rows, isForward, spots)
  }
}

/** Places of the boxes, with the highest at 0. */
function placeBoxes({ items, real, layers }: Ordered, spots: Spots, sizes: readonly Size[]): Drawn {
  const places = new Map<number, Point>()
  let [top, bottom, right] = [Infinity, -Infinity, 0]
  for (let item = 0; item < real; item += 1)
    for (const box of items[item] ?? []) {
      const at = spots.within.get(box) ?? { x: 0, y: 0 }
      const place = {
        x: Math.round((spots.left[layers[item] ?? 0] ?? 0) + (spots.shift[item] ?? 0) + at.x),
        y: Math.round((spots.tops[item] ?? 0) + at.y),
      }
      places.set(box, place)
      top = Math.min(top, place.y)
      bottom = Math.max(bottom, place.y + (sizes[box]?.height ?? 0))
      right = Math.max(right, place.x + (sizes[box]?.width ?? 0))
    }
  for (const [box, at] of places) places.set(box, { x: at.x, y: at.y - top })
  return { places, width: right, height: bottom - top }
}

function listsOf(count: number, pieces: readonly Piece[], end: 'from' | 'to'): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: count }, () => [])
  pieces.forEach((piece, index) => lists[piece[end]]?.push(index))
  return lists
}
