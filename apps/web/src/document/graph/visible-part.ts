import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'

/** The person's view settings of the graph. */
export interface Wanted {
  /** Activities and MCP servers, too. */
  readonly activities: boolean
  /** Nodes with hidden calls, and everything that only they call. */
  readonly folded: ReadonlySet<string>
  /** A node whose call path alone is seen: who leads to it, and all it leads to. */
  readonly focus: string | null
}
export interface VisiblePart {
  readonly shown: Graph
  /** How many nodes each folded one hides. */
  readonly hidden: ReadonlyMap<string, number>
}

export type Ways = ReadonlyMap<string, readonly string[]>

export function waysBy(edges: readonly GraphEdge[], from: 'from' | 'to', to: 'from' | 'to'): Ways {
  const ways = new Map<string, string[]>()
  for (const edge of edges) {
    const known = ways.get(edge[from])
    if (known === undefined) ways.set(edge[from], [edge[to]])
    else known.push(edge[to])
  }
  return ways
}

/** Everything that `ways` lead to from `starts`, these included; no way is followed out of `walls`. */
function reach(starts: Iterable<string>, ways: Ways, walls: ReadonlySet<string> = new Set()): Set<string> {
  const seen = new Set<string>()
  const left = [...starts]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!walls.has(id)) left.push(...(ways.get(id) ?? []))
  }
  return seen
}

/** Nodes without callers, and one node of each cycle that they don't lead to. */
export function rootsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[], out: Ways): string[] {
  const called = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to))
  const roots = nodes.map(({ id }) => id).filter((id) => !called.has(id))
  const seen = reach(roots, out)
  for (const { id } of nodes) {
    if (seen.has(id)) continue
    roots.push(id)
    for (const other of reach([id], out)) seen.add(other)
  }
  return roots
}

const onlyWith = (graph: Graph, ids: ReadonlySet<string>): Graph => ({
  ...graph,
  nodes: graph.nodes.filter(({ id }) => ids.has(id)),
  edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
})

/** The wanted part of the graph. A setting for a missing node has no effect. */
export function visiblePart(graph: Graph, { activities, folded, focus }: Wanted): VisiblePart {
  const kinds = graph.nodes.filter(({ kind }) => activities || (kind !== 'activity' && kind !== 'mcp'))
  let shown = onlyWith(graph, new Set(kinds.map(({ id }) => id)))
  const hidden = new Map<string, number>()
  if (focus !== null && shown.nodes.some(({ id }) => id === focus)) {
    const callers = reach([focus], waysBy(shown.edges, 'to', 'from'))
    const called = reach([focus], waysBy(shown.edges, 'from', 'to'))
    shown = onlyWith(shown, new Set([...callers, ...called]))
  }
  if (folded.size > 0) {
    const out = waysBy(shown.edges, 'from', 'to')
    const seen = reach(rootsOf(shown.nodes, shown.edges, out), out, folded)
    for (const id of folded) {
      const count = [...reach([id], out)].filter((other) => !seen.has(other)).length
      if (seen.has(id) && count > 0) hidden.set(id, count)
    }
    shown = onlyWith(shown, seen)
  }
  return { shown, hidden }
}
