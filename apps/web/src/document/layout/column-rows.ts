import type { Ordered } from './order-items.ts'

export const ROW_GAP = 36
/** Room that an edge gets in each column it passes by. */
export const LANE_HEIGHT = 12

/** One row of a column that has several boxes side by side. */
export interface Row {
  readonly items: readonly number[]
  readonly height: number
  readonly gap: number
}
/** The rows of a column, with up to `wide` boxes side by side. */
export interface Wrapped {
  readonly rows: readonly Row[]
  readonly wide: number
}

export const rowsHeight = (rows: readonly Row[]): number => rows.reduce((sum, { height, gap }) => sum + height + gap, 0)

/** How many of `count` boxes a row of up to `wide` gets, so that no row is much shorter than the others. */
export const evenly = (count: number, wide: number): number =>
  count === 0 ? 1 : Math.ceil(count / Math.ceil(count / Math.max(1, wide)))

/** Breaks columns into rows. Only where `hasShelves`, single boxes share rows; elsewhere only grids do. */
export function columnRows(
  { items, real }: Ordered,
  heightOf: (box: number) => number,
  hasShelves: boolean,
): { tall(column: readonly number[]): number; fitting(column: readonly number[], most: number): Wrapped } {
  const countOf = (item: number): number => items[item]?.length ?? 0
  const gapOf = (item: number): number => (item < real ? ROW_GAP : 0)

  function itemHeight(item: number, most: number): number {
    const own = items[item] ?? []
    if (own.length === 0) return LANE_HEIGHT
    const wide = evenly(own.length, most)
    let height = -ROW_GAP
    for (let first = 0; first < own.length; first += wide)
      height += Math.max(...own.slice(first, first + wide).map(heightOf)) + ROW_GAP
    return height
  }

  /** Items in the order of the column: a grid gets its own row, single boxes share one, edges join the open row. */
  function shelves(column: readonly number[], wide: number): Row[] {
    const rows: Row[] = []
    let shelf: number[] = []
    let held = 0
    const close = (): void => {
      if (shelf.length > 0) {
        const height = Math.max(0, ...shelf.filter((item) => item < real).map((item) => itemHeight(item, 1)))
        rows.push({ items: shelf, height, gap: held > 0 ? ROW_GAP : 0 })
      }
      ;[shelf, held] = [[], 0]
    }
    for (const item of column) {
      const count = countOf(item)
      if (count > 1) {
        close()
        rows.push({ items: [item], height: itemHeight(item, wide), gap: ROW_GAP })
        continue
      }
      if (count === 1 && held === wide) close()
      shelf.push(item)
      held += count
    }
    close()
    return rows
  }

  /** If `wide` is 1, each edge passing by has its own row. */
  const rowsOf = (column: readonly number[], wide: number): Row[] =>
    wide === 1 || !hasShelves
      ? column.map((item) => ({ items: [item], height: itemHeight(item, wide), gap: gapOf(item) }))
      : shelves(column, wide)

  const tall = (column: readonly number[]): number =>
    column.reduce((sum, item) => sum + itemHeight(item, 1) + gapOf(item), 0)

  function fitting(column: readonly number[], most: number): Wrapped {
    const counts = column.map(countOf)
    const widest = hasShelves ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts)
    let wide = Math.min(widest, Math.max(1, Math.floor(tall(column) / most)))
    let rows = rowsOf(column, Math.max(1, wide))
    while (wide < widest && rowsHeight(rows) > most) {
      wide += 1
      rows = rowsOf(column, wide)
    }
    return { rows, wide: Math.max(1, wide) }
  }

  return { tall, fitting }
}
