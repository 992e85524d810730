import type { Size } from './geometry.ts'
import { layersOf, type Line } from './layers.ts'
import type { Point } from './layout-file.ts'
import { orderColumns, type Link } from './order-columns.ts'
import { stackRows, type Wanted } from './stack-rows.ts'

const COLUMN_GAP = 88
/** Between a chip and the nodes next to it. */
const CHIP_GAP = 16
/** The widest chip that a gap makes room for; a longer one is cut. */
const MOST_CHIP = 190
/** Between boxes side by side in one column: room for the edges to those behind. */
const INNER_GAP = 40
const ROW_GAP = 36
/** Room that an edge gets in each column it passes by. */
const LANE_HEIGHT = 12
/** So many leaves of one caller form a grid. */
const GRID_FROM = 3
/** A part with at most this many boxes is legible as a whole, so single boxes share rows; in larger parts only grids do. */
const MOST_SHELVED = 90
/** How much a row's wish counts that nothing pulls. */
const IDLE = 0.2

/** One place in a column: a box, the leaves of one caller as a grid, or, without boxes, an edge passing by. */
interface Item {
  readonly boxes: readonly number[]
}

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

/** Leaves by their caller, where that is the only one and has several; what is `loose` is called or calls outside. */
function gridsOf(
  boxes: readonly number[],
  lines: readonly Line[],
  loose: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const callers = new Map<number, Set<number>>()
  const calling = new Set<number>()
  for (const { from, to } of lines) {
    calling.add(from)
    const known = callers.get(to)
    if (known === undefined) callers.set(to, new Set([from]))
    else known.add(from)
  }
  const leaves = new Map<number, number[]>()
  // In the order of the caller's Tools.
  for (const { from, to } of lines) {
    if (calling.has(to) || loose.has(to) || callers.get(to)?.size !== 1) continue
    const known = leaves.get(from)
    if (known === undefined) leaves.set(from, [to])
    else if (!known.includes(to)) known.push(to)
  }
  const grids = [...leaves.values()].filter((each) => each.length >= GRID_FROM)
  const inGrid = new Set(grids.flat())
  const single = boxes.filter((box) => !inGrid.has(box)).map((box) => [box])
  return [...grids, ...single].toSorted(([a = 0], [b = 0]) => a - b)
}

/** A piece of a line between items of neighbouring columns; ends in lanes have no box. */
interface Piece {
  readonly from: number
  readonly to: number
  readonly fromBox: number | null
  readonly toBox: number | null
  readonly port: number
}

/** One row of a column that has several boxes side by side. */
interface Row {
  readonly items: readonly number[]
  readonly height: number
  readonly gap: number
}

/**
 * Orders a connected part of the graph: columns by longest path, few crossings, leaves of one caller together.
 * `lines` have no cycle and lead between `boxes`, whose sizes are in `sizes`; `loose` boxes have other lines, too.
 */
export function orderDrawing(
  boxes: readonly number[],
  lines: readonly Line[],
  sizes: readonly Size[],
  loose: ReadonlySet<number>,
): Drawing {
  const items: Item[] = gridsOf(boxes, lines, loose).map((each) => ({ boxes: each }))
  const real = items.length
  const itemOf = new Map(items.flatMap((item, index) => item.boxes.map((box) => [box, index] as const)))
  const between = lines.map((line) => ({ ...line, from: itemOf.get(line.from) ?? 0, to: itemOf.get(line.to) ?? 0 }))
  const layers = [...layersOf(real, between)]
  const heightOf = (box: number): number => sizes[box]?.height ?? 0
  const widthOf = (box: number): number => sizes[box]?.width ?? 0
  const pieces: Piece[] = []
  lines.forEach((line, index) => {
    const [from, to] = [between[index]?.from ?? 0, between[index]?.to ?? 0]
    let here = from
    for (let column = (layers[from] ?? 0) + 1; column < (layers[to] ?? 0); column += 1) {
      const lane = items.length
      items.push({ boxes: [] })
      layers.push(column)
      pieces.push({ from: here, to: lane, fromBox: here === from ? line.from : null, toBox: null, port: line.port })
      here = lane
    }
    pieces.push({ from: here, to, fromBox: here === from ? line.from : null, toBox: line.to, port: line.port })
  })
  const links = pieces.map((piece): Link => {
    const row = piece.fromBox === null ? 0.5 : piece.port / Math.max(1, heightOf(piece.fromBox))
    return { from: piece.from, to: piece.to, row: Math.min(0.99, row) }
  })
  const columns = orderColumns(links, Int32Array.from(layers))
  const hasShelves = boxes.length <= MOST_SHELVED
  const outOf = listsOf(items.length, pieces, 'from')
  const into = listsOf(items.length, pieces, 'to')
  const chips = columns.map(() => 0)
  lines.forEach((line, index) => {
    const column = layers[between[index]?.from ?? 0] ?? 0
    chips[column] = Math.max(chips[column] ?? 0, Math.min(MOST_CHIP, line.chip))
  })

  const tall = (column: readonly number[]): number =>
    column.reduce((sum, item) => sum + gridHeight(item, 1) + (item < real ? ROW_GAP : 0), 0)

  function gridHeight(item: number, most: number): number {
    const own = items[item]?.boxes ?? []
    if (own.length === 0) return LANE_HEIGHT
    const wide = evenly(own.length, most)
    let height = -ROW_GAP
    for (let first = 0; first < own.length; first += wide)
      height += Math.max(...own.slice(first, first + wide).map(heightOf)) + ROW_GAP
    return height
  }

  /** The rows of a column with `wide` boxes side by side; if that is 1, each edge passing by has its own row. */
  function rowsOf(column: readonly number[], wide: number): Row[] {
    if (wide === 1 || !hasShelves)
      return column.map((item) => ({ items: [item], height: gridHeight(item, wide), gap: item < real ? ROW_GAP : 0 }))
    const rows: Row[] = []
    let shelf: number[] = []
    let held = 0
    const close = (): void => {
      if (shelf.length > 0) {
        const height = Math.max(0, ...shelf.filter((item) => item < real).map((item) => gridHeight(item, 1)))
        rows.push({ items: shelf, height, gap: held > 0 ? ROW_GAP : 0 })
      }
      ;[shelf, held] = [[], 0]
    }
    for (const item of column) {
      const count = items[item]?.boxes.length ?? 0
      if (count > 1) {
        close()
        rows.push({ items: [item], height: gridHeight(item, wide), gap: ROW_GAP })
        continue
      }
      if (count === 1 && held === wide) close()
      shelf.push(item)
      held += count
    }
    close()
    return rows
  }
  const rowsHeight = (rows: readonly Row[]): number => rows.reduce((sum, { height, gap }) => sum + height + gap, 0)

  function fitting(column: readonly number[], most: number): { readonly rows: readonly Row[]; readonly wide: number } {
    const counts = column.map((item) => items[item]?.boxes.length ?? 0)
    const widest = hasShelves ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts)
    let wide = Math.min(widest, Math.max(1, Math.floor(tall(column) / most)))
    let rows = rowsOf(column, Math.max(1, wide))
    while (wide < widest && rowsHeight(rows) > most) {
      wide += 1
      rows = rowsOf(column, wide)
    }
    return { rows, wide: Math.max(1, wide) }
  }

  function draw(most: number): Drawn {
    const wrapped = columns.map((column) => fitting(column, most))
    const tops = new Float64Array(items.length)
    /** The place of each box within its item. */
    const within = new Map<number, Point>()
    const shift = new Float64Array(items.length)
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
          const own = items[item]?.boxes ?? []
          const extent = placeWithin(own, evenly(own.length, wide), within)
          if (own.length > 0) across += extent + INNER_GAP
        }
        width = Math.max(width, across - INNER_GAP)
        top += row.height + row.gap
      }
      x += width + Math.max(COLUMN_GAP, (chips[index] ?? 0) + CHIP_GAP)
    })
    const pull = (item: number, isForward: boolean): Wanted => {
      const own = (isForward ? into : outOf)[item] ?? []
      if (own.length === 0) return { height: 0, gap: 0, top: tops[item] ?? 0, weight: IDLE }
      let sum = 0
      for (const index of own) {
        const piece = pieces[index]
        if (piece === undefined) continue
        const out = (piece.fromBox === null ? LANE_HEIGHT / 2 : piece.port) + offsetOf(piece.fromBox)
        const inlet = (piece.toBox === null ? LANE_HEIGHT / 2 : heightOf(piece.toBox) / 2) + offsetOf(piece.toBox)
        sum += isForward ? (tops[piece.from] ?? 0) + out - inlet : (tops[piece.to] ?? 0) + inlet - out
      }
      return { height: 0, gap: 0, top: sum / own.length, weight: own.length }
    }
    const offsetOf = (box: number | null): number => (box === null ? 0 : (within.get(box)?.y ?? 0))
    const settle = (rows: readonly Row[], isForward: boolean): void => {
      const wanted = rows.map(({ items: own, height, gap }): Wanted => {
        const pulls = own.map((item) => pull(item, isForward))
        const weight = pulls.reduce((sum, each) => sum + each.weight, 0)
        return { height, gap, weight, top: pulls.reduce((sum, each) => sum + each.top * each.weight, 0) / weight }
      })
      stackRows(wanted).forEach((top, index) => {
        for (const item of rows[index]?.items ?? []) tops[item] = top
      })
    }
    for (const isForward of [true, false, true, false])
      for (const { rows } of isForward ? wrapped.slice(1) : wrapped.slice(0, -1).toReversed()) settle(rows, isForward)

    const places = new Map<number, Point>()
    let [top, bottom, right] = [Infinity, -Infinity, 0]
    for (let item = 0; item < real; item += 1)
      for (const box of items[item]?.boxes ?? []) {
        const at = within.get(box) ?? { x: 0, y: 0 }
        const place = {
          x: Math.round((left[layers[item] ?? 0] ?? 0) + (shift[item] ?? 0) + at.x),
          y: Math.round((tops[item] ?? 0) + at.y),
        }
        places.set(box, place)
        top = Math.min(top, place.y)
        bottom = Math.max(bottom, place.y + heightOf(box))
        right = Math.max(right, place.x + widthOf(box))
      }
    for (const [box, at] of places) places.set(box, { x: at.x, y: at.y - top })
    return { places, width: right, height: bottom - top }
  }

  /** Puts the boxes of an item in rows of `wide`; answers how wide they are together. */
  function placeWithin(own: readonly number[], wide: number, within: Map<number, Point>): number {
    const widest = Math.max(0, ...own.map(widthOf))
    let y = 0
    for (let first = 0; first < own.length; first += wide) {
      const row = own.slice(first, first + wide)
      row.forEach((box, index) => within.set(box, { x: index * (widest + INNER_GAP), y }))
      y += Math.max(...row.map(heightOf)) + ROW_GAP
    }
    return own.length === 0 ? 0 : wide * (widest + INNER_GAP) - INNER_GAP
  }

  return {
    count: boxes.length,
    tallest: Math.max(...columns.map(tall)),
    canWrap: lines.length < 2 * boxes.length,
    draw,
  }
}

/** How many of `count` boxes a row of up to `wide` gets, so that no row is much shorter than the others. */
const evenly = (count: number, wide: number): number =>
  count === 0 ? 1 : Math.ceil(count / Math.ceil(count / Math.max(1, wide)))

function listsOf(count: number, pieces: readonly Piece[], end: 'from' | 'to'): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: count }, () => [])
  pieces.forEach((piece, index) => lists[piece[end]]?.push(index))
  return lists
}
