/** One row of a column: its height, and where its top would best be. */
export interface Wanted {
  readonly height: number
  /** Room below it. */
  readonly gap: number
  readonly top: number
  /** How much its wish counts. */
  readonly weight: number
}

/** Tops of rows in their order, none over another, as near to where they are wanted as can be: least squares, by pooling. */
export function stackRows(rows: readonly Wanted[]): number[] {
  const pools: { sum: number; weight: number; count: number }[] = []
  let offset = 0
  const offsets = rows.map(({ height, gap }) => {
    const here = offset
    offset += height + gap
    return here
  })
  rows.forEach(({ top, weight }, index) => {
    let pool = { sum: (top - (offsets[index] ?? 0)) * weight, weight, count: 1 }
    // A row that would be above its predecessor moves together with it.
    for (let last = pools.at(-1); last !== undefined; last = pools.at(-1)) {
      if (last.sum / last.weight <= pool.sum / pool.weight) break
      pools.pop()
      pool = { sum: last.sum + pool.sum, weight: last.weight + pool.weight, count: last.count + pool.count }
    }
    pools.push(pool)
  })
  const tops: number[] = []
  for (const { sum, weight, count } of pools)
    for (let each = 0; each < count; each += 1) tops.push(sum / weight + (offsets[tops.length] ?? 0))
  return tops
}
