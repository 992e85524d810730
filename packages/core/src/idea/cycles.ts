import type { GraphEdge } from './graph-types.ts'

/**
 * The circles in which Ideas call each other: for every group of Ideas that reach one another, one shortest circle,
 * beginning at the group's first Idea.
 */
export function findCycles(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
  const outgoing = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    if (edge.to.startsWith('idea:')) outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge])
  }
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

/** Breadth first from `start` back to it. */
function shortestCycle(
  start: string,
  outgoing: ReadonlyMap<string, readonly GraphEdge[]>,
): readonly GraphEdge[] | undefined {
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
