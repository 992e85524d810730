/** A piece of an edge between neighbouring columns; `row` is where in its node it leaves, from 0 to 1. */
export interface Link {
  readonly from: string
  readonly to: string
  readonly row: number
}

/** Sweeps from left to right and back; the order with the fewest crossings of them all is kept. */
const SWEEPS = 24
/** Rounds of exchanging neighbours, each as long as one helps. */
const EXCHANGES = 8

interface End {
  readonly at: string
  /** The port's position within its node, from 0 to 1. */
  readonly row: number
}

function endsBy(links: readonly Link[], key: 'from' | 'to'): ReadonlyMap<string, readonly End[]> {
  const ends = new Map<string, End[]>()
  for (const { from, to, row } of links) {
    const end = key === 'to' ? { at: from, row } : { at: to, row: 0 }
    const id = key === 'to' ? to : from
    const known = ends.get(id)
    if (known === undefined) ends.set(id, [end])
    else known.push(end)
  }
  return ends
}

/** Pairs of links between two columns that cross: inversions of their right ends in the order of their left ones. */
function crossingsBetween(ends: readonly (readonly [left: number, right: number])[], width: number): number {
  const sorted = ends.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const tree = new Int32Array(width + 2)
  let count = 0
  let seen = 0
  for (const [, right] of sorted) {
    let notAfter = 0
    for (let index = right + 1; index > 0; index -= index & -index) notAfter += tree[index] ?? 0
    count += seen - notAfter
    seen += 1
    for (let index = right + 1; index < tree.length; index += index & -index) tree[index] = (tree[index] ?? 0) + 1
  }
  return count
}

/** Columns with the nodes in the order in which a walk along the links first meets them: a tree has no crossings then. */
function walked(
  columnOf: ReadonlyMap<string, number>,
  outgoing: ReadonlyMap<string, readonly End[]>,
  called: ReadonlySet<string>,
): string[][] {
  const columns: string[][] = []
  const seen = new Set<string>()
  const roots = [...columnOf.keys()].toSorted((a, b) => Number(called.has(a)) - Number(called.has(b)))
  for (const root of roots) {
    const stack = [root]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      ;(columns[columnOf.get(id) ?? 0] ??= []).push(id)
      for (const { at } of (outgoing.get(id) ?? []).toReversed()) stack.push(at)
    }
  }
  return Array.from(columns, (column) => column ?? [])
}

/** Orders nodes and lanes in their columns by barycentres and swaps, for few crossings. Deterministic; near-linear. */
export function orderColumns(links: readonly Link[], columnOf: ReadonlyMap<string, number>): string[][] {
  const incoming = endsBy(links, 'to')
  const outgoing = endsBy(links, 'from')
  let columns = walked(columnOf, outgoing, new Set(links.map(({ to }) => to)))
  const place = new Map<string, number>()
  const number = (column: readonly string[]): void => column.forEach((id, index) => place.set(id, index))
  columns.forEach(number)

  const between = new Map<number, Link[]>()
  for (const link of links) {
    const column = columnOf.get(link.from) ?? 0
    const known = between.get(column)
    if (known === undefined) between.set(column, [link])
    else known.push(link)
  }
  const count = (): number =>
    [...between].reduce((sum, [column, each]) => {
      const ends = each.map(({ from, to, row }) => [(place.get(from) ?? 0) + row, place.get(to) ?? 0] as const)
      return sum + crossingsBetween(ends, columns[column + 1]?.length ?? 0)
    }, 0)

  let best = { columns: columns.map((column) => [...column]), crossings: count() }
  const keep = (): void => {
    const crossings = count()
    if (crossings < best.crossings) best = { columns: columns.map((column) => [...column]), crossings }
  }
  for (let sweep = 0; sweep < SWEEPS && best.crossings > 0; sweep += 1) {
    const forward = sweep % 2 === 0
    for (const column of forward ? columns : columns.toReversed()) {
      const centre = new Map<string, number>()
      for (const id of column) {
        const ends = (forward ? incoming : outgoing).get(id) ?? []
        const sum = ends.reduce((total, { at, row }) => total + (place.get(at) ?? 0) + row, 0)
        centre.set(id, ends.length === 0 ? (place.get(id) ?? 0) : sum / ends.length)
      }
      column.sort((a, b) => (centre.get(a) ?? 0) - (centre.get(b) ?? 0))
      number(column)
    }
    keep()
  }

  columns = best.columns
  columns.forEach(number)
  exchange(columns, place, incoming, outgoing)
  return columns
}

/** Exchanges neighbours of a column where that takes crossings away, counted on both sides. */
function exchange(
  columns: readonly string[][],
  place: Map<string, number>,
  incoming: ReadonlyMap<string, readonly End[]>,
  outgoing: ReadonlyMap<string, readonly End[]>,
): void {
  const at = (end: End): number => (place.get(end.at) ?? 0) + end.row
  /** Crossings of two nodes' links when the first is above the second. */
  const cost = (above: readonly End[], below: readonly End[]): number => {
    let crossings = 0
    for (const first of above) for (const second of below) if (at(first) > at(second)) crossings += 1
    return crossings
  }
  const none: readonly End[] = []
  for (let round = 0; round < EXCHANGES; round += 1) {
    let helped = false
    for (const column of columns)
      for (let index = 1; index < column.length; index += 1) {
        const [above = '', below = ''] = [column[index - 1], column[index]]
        const sides = [incoming, outgoing].map((ends) => [ends.get(above) ?? none, ends.get(below) ?? none] as const)
        const now = sides.reduce((sum, [a, b]) => sum + cost(a, b), 0)
        const then = sides.reduce((sum, [a, b]) => sum + cost(b, a), 0)
        if (then >= now) continue
        column[index - 1] = below
        column[index] = above
        place.set(below, index - 1)
        place.set(above, index)
        helped = true
      }
    if (!helped) return
  }
}
