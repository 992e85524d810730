import type { Size } from './geometry.ts'
import { layersOf, type Line } from './layers.ts'
import { orderColumns, type Link } from './order-columns.ts'

/** The widest chip that a gap makes room for; a longer one is cut. */
const MOST_CHIP = 190
/** So many leaves of one caller form a grid. */
const GRID_FROM = 3

/** One place in a column: a box, the leaves of one caller as a grid, or, without boxes, an edge passing by. */
type Item = readonly number[]

/** A piece of a line between items of neighbouring columns; ends in lanes have no box. */
export interface Piece {
  readonly from: number
  readonly to: number
  readonly fromBox: number | null
  readonly toBox: number | null
  readonly port: number
}

/** A connected part of the graph with its items in columns, and the order in each column. */
export interface Ordered {
  /** Items with boxes come first, then edges passing by. */
  readonly items: readonly Item[]
  /** How many items have boxes. */
  readonly real: number
  /** The column of each item. */
  readonly layers: readonly number[]
  readonly columns: readonly (readonly number[])[]
  readonly pieces: readonly Piece[]
  /** The widest chip after each column. */
  readonly chips: readonly number[]
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

/** Lines cut where they pass a column: each cut is one more item without boxes. */
function cutLines(
  lines: readonly Line[],
  ends: readonly { readonly from: number; readonly to: number }[],
  items: readonly Item[],
  layers: readonly number[],
): { readonly items: readonly Item[]; readonly layers: readonly number[]; readonly pieces: readonly Piece[] } {
  const [all, columns] = [[...items], [...layers]]
  const pieces: Piece[] = []
  lines.forEach((line, index) => {
    const { from, to } = ends[index] ?? { from: 0, to: 0 }
    let here = from
    for (let column = (layers[from] ?? 0) + 1; column < (layers[to] ?? 0); column += 1) {
      const lane = all.length
      all.push([])
      columns.push(column)
      pieces.push({ from: here, to: lane, fromBox: here === from ? line.from : null, toBox: null, port: line.port })
      here = lane
    }
    pieces.push({ from: here, to, fromBox: here === from ? line.from : null, toBox: line.to, port: line.port })
  })
  return { items: all, layers: columns, pieces }
}

/**
 * Orders a connected part of the graph: columns by longest path, few crossings, leaves of one caller together.
 * `lines` have no cycle and lead between `boxes`, whose sizes are in `sizes`; `loose` boxes have other lines, too.
 */
export function orderItems(
  boxes: readonly number[],
  lines: readonly Line[],
  sizes: readonly Size[],
  loose: ReadonlySet<number>,
): Ordered {
  const withBoxes = gridsOf(boxes, lines, loose)
  const itemOf = new Map(withBoxes.flatMap((item, index) => item.map((box) => [box, index] as const)))
  const ends = lines.map((line) => ({ ...line, from: itemOf.get(line.from) ?? 0, to: itemOf.get(line.to) ?? 0 }))
  const { items, layers, pieces } = cutLines(lines, ends, withBoxes, [...layersOf(withBoxes.length, ends)])
  const links = pieces.map((piece): Link => {
    const row = piece.fromBox === null ? 0.5 : piece.port / Math.max(1, sizes[piece.fromBox]?.height ?? 0)
    return { from: piece.from, to: piece.to, row: Math.min(0.99, row) }
  })
  const columns = orderColumns(links, Int32Array.from(layers))
  const chips = columns.map(() => 0)
  lines.forEach((line, index) => {
    const column = layers[ends[index]?.from ?? 0] ?? 0
    chips[column] = Math.max(chips[column] ?? 0, Math.min(MOST_CHIP, line.chip))
  })
  return { items, real: withBoxes.length, layers, columns, pieces, chips }
}
