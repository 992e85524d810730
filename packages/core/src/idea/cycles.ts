import type { GraphEdge } from './graph-types.ts'

/** The circles of Ideas that call each other: one shortest circle for each group, beginning at its first Idea. */
export function findCycles(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
  const outgoing = outgoingWithin(edges)
  const covered = new Set<string>()
  const cycles: (readonly GraphEdge[])[] = []
  for (const start of outgoing.keys()) {
    if (covered.has(start)) continue
    const cycle = shortestCycle(start, outgoing)
    if (cycle === undefined) continue
    cycles.push(cycle)
    for (const { from } of cycle) covered.add(from)
  }
  return cycles
}

type Outgoing = ReadonlyMap<string, readonly GraphEdge[]>

function byCaller(edges: Iterable<GraphEdge>): Outgoing {
  const outgoing = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const known = outgoing.get(edge.from)
    if (known === undefined) outgoing.set(edge.from, [edge])
    else known.push(edge)
  }
  return outgoing
}

/** The delegations that lie on some circle, by their caller: the others can only make the search long. */
function outgoingWithin(edges: readonly GraphEdge[]): Outgoing {
  const all = byCaller(edges.filter(({ to }) => to.startsWith('idea:')))
  const group = groupsOf(all)
  return byCaller([...all.values()].flat().filter(({ from, to }) => group.get(from) === group.get(to)))
}

/** For each Idea a number that it shares with those that it reaches and that reach it (Tarjan's algorithm). */
function groupsOf(outgoing: Outgoing): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const lowest = new Map<string, number>()
  const group = new Map<string, number>()
  const open: string[] = []
  for (const root of outgoing.keys()) {
    if (found.has(root)) continue
    const path = [{ id: root, next: 0 }]
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { id } = frame
      if (frame.next === 0) {
        found.set(id, found.size)
        lowest.set(id, found.size - 1)
        open.push(id)
      }
      const to = outgoing.get(id)?.[frame.next]?.to
      frame.next += 1
      if (to !== undefined) {
        if (!found.has(to)) path.push({ id: to, next: 0 })
        else if (!group.has(to)) lower(lowest, id, found.get(to) ?? 0)
        continue
      }
      path.pop()
      const caller = path.at(-1)
      const own = lowest.get(id) ?? 0
      if (caller !== undefined) lower(lowest, caller.id, own)
      if (own !== found.get(id)) continue
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        group.set(member, own)
        if (member === id) break
      }
    }
  }
  return group
}

function lower(values: Map<string, number>, key: string, value: number): void {
  values.set(key, Math.min(values.get(key) ?? value, value))
}

/** Breadth first from `start` back to it. */
function shortestCycle(start: string, outgoing: Outgoing): readonly GraphEdge[] | undefined {
  const reachedBy = new Map<string, GraphEdge>()
  const waiting = [start]
  for (const node of waiting) {
    for (const edge of outgoing.get(node) ?? []) {
      if (edge.to === start) return pathTo(node, start, reachedBy, edge)
      if (reachedBy.has(edge.to)) continue
      reachedBy.set(edge.to, edge)
      waiting.push(edge.to)
    }
  }
  return undefined
}

function pathTo(
  node: string,
  start: string,
  reachedBy: ReadonlyMap<string, GraphEdge>,
  last: GraphEdge,
): readonly GraphEdge[] {
  const path = [last]
  for (let current = node; current !== start;) {
    const edge = reachedBy.get(current)
    if (edge === undefined) break
    path.unshift(edge)
    current = edge.from
  }
  return path
}
