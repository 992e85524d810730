/** A piece of an edge between neighbouring columns, by the numbers of its ends; `row` is where in its node it leaves, from 0 to 1. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly row: number
}

/** Sweeps from left to right and back; the order with the fewest crossings of them all is kept. */
const MOST_SWEEPS = 24
/** So many links all sweeps together look at, which keeps a dense graph within a blink. */
const SWEPT_LINKS = 180_000
/** Up to so many links the sweeps begin from the right, too, and the better order is kept. */
const FEW_LINKS = 3000
/** Rounds of exchanging neighbours, each as long as one helps. */
const EXCHANGES = 8
/** Pairs of links that exchanging compares at most. */
const COMPARED_PAIRS = 12_000_000

/** The other ends of every node's links on one side: those of node `n` are `at[start[n]]` up to `at[start[n + 1]]`. */
interface Ends {
  readonly start: Int32Array
  readonly at: Int32Array
  /** Position of the port within that node, from 0 to 1. */
  readonly row: Float64Array
}

function endsOf(count: number, owners: Int32Array, others: Int32Array, rows: (link: number) => number): Ends {
  const start = new Int32Array(count + 1)
  for (const owner of owners) start[owner + 1] = (start[owner + 1] ?? 0) + 1
  for (let node = 0; node < count; node += 1) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0)
  const next = start.slice()
  const at = new Int32Array(owners.length)
  const row = new Float64Array(owners.length)
  owners.forEach((owner, link) => {
    const slot = next[owner] ?? 0
    next[owner] = slot + 1
    at[slot] = others[link] ?? 0
    row[slot] = rows(link)
  })
  return { start, at, row }
}

/** Columns with the nodes in the order in which a walk along the links first meets them: a tree has no crossings then. */
function walked(columnOf: Int32Array, { start, at }: Ends, incoming: Ends): number[][] {
  const columns: number[][] = []
  const seen = new Uint8Array(columnOf.length)
  const isCalled = (node: number): boolean => incoming.start[node] !== incoming.start[node + 1]
  const visit = (root: number): void => {
    const stack = [root]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (seen[node] === 1) continue
      seen[node] = 1
      ;(columns[columnOf[node] ?? 0] ??= []).push(node)
      for (let slot = (start[node + 1] ?? 0) - 1; slot >= (start[node] ?? 0); slot -= 1) stack.push(at[slot] ?? 0)
    }
  }
  for (let node = 0; node < columnOf.length; node += 1) if (!isCalled(node)) visit(node)
  for (let node = 0; node < columnOf.length; node += 1) visit(node)
  return Array.from(columns, (column) => column ?? [])
}

/** Pairs of links between a column and the next that cross: inversions of their right ends in the order of their left ones. */
function crossingsAfter(column: readonly number[], width: number, { start, at, row }: Ends, place: Int32Array): number {
  const tree = new Int32Array(width + 2)
  const slots: number[] = []
  let count = 0
  let seen = 0
  for (const node of column) {
    slots.length = 0
    for (let slot = start[node] ?? 0; slot < (start[node + 1] ?? 0); slot += 1) slots.push(slot)
    // From its top row down; from one port, the upper end first.
    slots.sort((a, b) => (row[a] ?? 0) - (row[b] ?? 0) || (place[at[a] ?? 0] ?? 0) - (place[at[b] ?? 0] ?? 0))
    for (const slot of slots) {
      const right = place[at[slot] ?? 0] ?? 0
      let notAfter = 0
      for (let index = right + 1; index > 0; index -= index & -index) notAfter += tree[index] ?? 0
      count += seen - notAfter
      seen += 1
      for (let index = right + 1; index < tree.length; index += index & -index) tree[index] = (tree[index] ?? 0) + 1
    }
  }
  return count
}

/**
 * The order of nodes and lanes within their columns, by barycentres and then by exchanging neighbours, with few
 * crossings of `links`, each of which leads to the next column. Deterministic; near-linear in the links.
 */
export function orderColumns(links: readonly Link[], columnOf: Int32Array): number[][] {
  const count = columnOf.length
  const from = Int32Array.from(links, (link) => link.from)
  const to = Int32Array.from(links, (link) => link.to)
  const rowOf = (link: number): number => links[link]?.row ?? 0
  const leaving = endsOf(count, from, to, rowOf)
  // Seen from the right, a link's far end is the port that it leaves from; seen from the left, the input port.
  const incoming = endsOf(count, to, from, rowOf)
  const outgoing: Ends = { ...leaving, row: new Float64Array(links.length) }
  const columns = walked(columnOf, leaving, incoming)
  const place = new Int32Array(count)
  const number = (column: readonly number[]): void => {
    for (let index = 0; index < column.length; index += 1) place[column[index] ?? 0] = index
  }
  const numberAll = (): void => columns.forEach(number)
  const crossingsNow = (): number =>
    columns.reduce(
      (sum, column, index) => sum + crossingsAfter(column, columns[index + 1]?.length ?? 0, leaving, place),
      0,
    )
  numberAll()
  let best = { columns: columns.map((column) => [...column]), crossings: crossingsNow() }
  const keep = (): void => {
    const crossings = crossingsNow()
    if (crossings < best.crossings) best = { columns: columns.map((column) => [...column]), crossings }
  }
  const restore = (order: readonly (readonly number[])[]): void => {
    order.forEach((column, index) => (columns[index] = [...column]))
    numberAll()
  }

  const sweeps = Math.min(MOST_SWEEPS, Math.max(6, Math.floor(SWEPT_LINKS / Math.max(1, links.length))))
  const centre = new Float64Array(count)
  const sweep = (isForward: boolean): void => {
    const { start, at, row } = isForward ? incoming : outgoing
    for (let step = 0; step < columns.length; step += 1) {
      const column = columns[isForward ? step : columns.length - 1 - step] ?? []
      for (const node of column) {
        const [first, last] = [start[node] ?? 0, start[node + 1] ?? 0]
        let sum = 0
        for (let slot = first; slot < last; slot += 1) sum += (place[at[slot] ?? 0] ?? 0) + (row[slot] ?? 0)
        centre[node] = last === first ? (place[node] ?? 0) : sum / (last - first)
      }
      column.sort((a, b) => (centre[a] ?? 0) - (centre[b] ?? 0))
      number(column)
    }
  }
  const walk = best.columns
  for (const first of links.length > FEW_LINKS ? [0] : [0, 1]) {
    restore(walk)
    for (let round = 0; round < sweeps && best.crossings > 0; round += 1) {
      sweep(round % 2 === first)
      keep()
    }
    restore(best.columns)
    exchange(columns, place, incoming, outgoing)
    keep()
  }
  restore(best.columns)
  return columns
}

/** Exchanges neighbours of a column where that takes crossings away, counted on both sides. */
function exchange(columns: readonly number[][], place: Int32Array, incoming: Ends, outgoing: Ends): void {
  let left = COMPARED_PAIRS
  /** How many crossings fewer there are on that side when `above` and `below` change places. */
  const gain = ({ start, at, row }: Ends, above: number, below: number): number => {
    const [a, aEnd, b, bEnd] = [start[above] ?? 0, start[above + 1] ?? 0, start[below] ?? 0, start[below + 1] ?? 0]
    left -= (aEnd - a) * (bEnd - b)
    let more = 0
    for (let one = a; one < aEnd; one += 1) {
      const first = (place[at[one] ?? 0] ?? 0) + (row[one] ?? 0)
      for (let two = b; two < bEnd; two += 1) {
        const second = (place[at[two] ?? 0] ?? 0) + (row[two] ?? 0)
        if (first > second) more += 1
        else if (first < second) more -= 1
      }
    }
    return more
  }
  for (let round = 0; round < EXCHANGES; round += 1) {
    let helped = false
    for (const column of columns)
      for (let index = 1; index < column.length; index += 1) {
        const [above = 0, below = 0] = [column[index - 1], column[index]]
        if (gain(incoming, above, below) + gain(outgoing, above, below) <= 0) continue
        column[index - 1] = below
        column[index] = above
        place[below] = index - 1
        place[above] = index
        helped = true
        if (left < 0) return
      }
    if (!helped) return
  }
}
