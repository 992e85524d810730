import type { Graph } from '@ensemble/core'
import { boundsOf, sizeOf, type Size } from '../layout/geometry.ts'
import { layoutGraph, type Frame } from '../layout/layout.ts'
import type { Positions } from '../layout/layout-file.ts'
import { rootsOf, waysBy, type Ways } from './visible-part.ts'

/** Smaller than this names cannot be read: a graph never opens below it. */
export const READABLE_ZOOM = 0.32
/** More nodes than this are never read at once. */
const MOST_READ = 90
/** Unfolding shows so many levels more as have up to so many nodes together, one at least. */
const UNFOLDED_AT_ONCE = 14

const zoomOf = ({ width, height }: Size, pane: Size): number => Math.min(1, pane.width / width, pane.height / height)

/** Whether all of the graph can be read in the pane of `frame`. */
function isReadable(graph: Graph, placed: Positions, frame: Frame): boolean {
  if (graph.nodes.length > MOST_READ) return false
  const places = layoutGraph(graph, placed, frame)
  const rects = graph.nodes.map((node) => ({ ...(places.get(node.id) ?? { x: 0, y: 0 }), ...sizeOf(node) }))
  return zoomOf(boundsOf(rects), frame.pane) >= READABLE_ZOOM
}

/** The nodes by how many Calls lead from an entry to them, at least. */
function levelsOf(roots: readonly string[], out: Ways): string[][] {
  const seen = new Set(roots)
  const levels = [[...roots]]
  for (let level = levels[0] ?? []; level.length > 0;) {
    const next: string[] = []
    for (const id of level)
      for (const to of out.get(id) ?? [])
        if (!seen.has(to)) {
          seen.add(to)
          next.push(to)
        }
    if (next.length > 0) levels.push(next)
    level = next
  }
  return levels
}

/**
 * The nodes to fold so that a graph can be read when it opens: none where all of it can; else the entries show as many
 * levels of what they call as can be read. `placed` is where a person put nodes.
 */
export function foldedToRead(graph: Graph, placed: Positions, frame: Frame): ReadonlySet<string> {
  if (isReadable(graph, placed, frame)) return new Set()
  const out = waysBy(graph.edges, 'from', 'to')
  const levels = levelsOf(rootsOf(graph.nodes, graph.edges, out), out)
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const shown = new Set(levels[0])
  let last = 0
  for (let depth = 1; depth < levels.length; depth += 1) {
    const ids = new Set([...shown, ...(levels[depth] ?? [])])
    if (ids.size > MOST_READ) break
    const part = { nodes: [...ids].flatMap((id) => nodes.get(id) ?? []), problems: [] }
    const edges = graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
    if (!isReadable({ ...part, edges }, placed, frame)) break
    for (const id of ids) shown.add(id)
    last = depth
  }
  return new Set([...shown].filter((id) => (out.get(id) ?? []).some((to) => !shown.has(to)) && isOnEdge(id)))

  function isOnEdge(id: string): boolean {
    return levels[last]?.includes(id) ?? false
  }
}

/**
 * The folded nodes after `id` is unfolded: it shows the nodes it calls, and further levels while these are few; the
 * nodes of the last level are folded.
 */
export function unfolded(
  graph: Graph,
  folded: ReadonlySet<string>,
  id: string,
  shown: ReadonlySet<string>,
): Set<string> {
  const out = waysBy(graph.edges, 'from', 'to')
  const next = new Set(folded)
  next.delete(id)
  const seen = new Set([...shown, id])
  let level = [id]
  let count = 0
  for (let isFirst = true; level.length > 0; isFirst = false) {
    const called = [...new Set(level.flatMap((each) => out.get(each) ?? []))].filter((each) => !seen.has(each))
    if (!isFirst && count + called.length > UNFOLDED_AT_ONCE) {
      for (const each of level) if ((out.get(each) ?? []).some((to) => !seen.has(to))) next.add(each)
      return next
    }
    for (const each of called) seen.add(each)
    count += called.length
    level = called.filter((each) => !next.has(each))
  }
  return next
}

/** The folded nodes after `id` is revealed: one way from an entry to it is unfolded. */
export function unfoldedTo(
  graph: Graph,
  folded: ReadonlySet<string>,
  id: string,
  shown: ReadonlySet<string>,
): Set<string> {
  const into = waysBy(graph.edges, 'to', 'from')
  const from = new Map<string, string>()
  const queue = [id]
  const seen = new Set(queue)
  let next = new Set(folded)
  for (const each of queue) {
    if (shown.has(each)) {
      const visible = new Set(shown)
      for (let at: string | undefined = each; at !== undefined && at !== id; at = from.get(at)) {
        next = unfolded(graph, next, at, visible)
        for (const to of graph.edges) if (to.from === at) visible.add(to.to)
      }
      return next
    }
    for (const caller of into.get(each) ?? [])
      if (!seen.has(caller)) {
        seen.add(caller)
        from.set(caller, each)
        queue.push(caller)
      }
  }
  return new Set()
}
