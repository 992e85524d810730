import type { Graph, GraphEdge } from '@ensemble/core'
import { boundsOf, inflate, type Rect } from '../../document/layout/geometry.ts'
import type { Space } from '../../document/layout/space.ts'

/** Neighbouring leaves with the same single caller: in the far view, one edge leads to all of them. */
export interface Bunch {
  readonly id: string
  readonly rect: Rect
  readonly members: readonly string[]
}
/** A delegation as it is seen from afar: one for all Tools that lead to the same node or bunch. */
export interface FarEdge extends GraphEdge {
  /** Ids of the delegations it represents. */
  readonly merged: readonly string[]
}
export interface FarView {
  readonly bunches: readonly Bunch[]
  readonly edges: readonly FarEdge[]
}

/** So many leaves make a bunch. */
const BUNCH_FROM = 3
const PADDING = 16

export const bunchId = (caller: string): string => `bunch:${caller}`

/** Leaves by the only node that calls them. */
function leavesOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): ReadonlyMap<string, readonly string[]> {
  const caller = new Map<string, string | null>()
  const calling = new Set<string>()
  for (const { from, to } of edges) {
    calling.add(from)
    const known = caller.get(to)
    caller.set(to, known === undefined || known === from ? from : null)
  }
  const leaves = new Map<string, string[]>()
  for (const { id } of nodes) {
    const from = caller.get(id)
    if (from === undefined || from === null || calling.has(id)) continue
    const known = leaves.get(from)
    if (known === undefined) leaves.set(from, [id])
    else known.push(id)
  }
  return leaves
}

/** The graph as seen from afar. If another node is among the leaves of one caller, each leaf keeps its own edge. */
export function farView(
  graph: Pick<Graph, 'nodes' | 'edges'>,
  rects: ReadonlyMap<string, Rect>,
  space: Pick<Space, 'within'>,
): FarView {
  const bunches: Bunch[] = []
  const bunchOf = new Map<string, string>()
  for (const [caller, members] of leavesOf(graph)) {
    if (members.length < BUNCH_FROM) continue
    const rect = inflate(boundsOf(members.flatMap((id) => rects.get(id) ?? [])), PADDING)
    const own = new Set(members)
    if (space.within(rect).some(({ id }) => !own.has(id))) continue
    const id = bunchId(caller)
    bunches.push({ id, rect, members })
    for (const member of members) bunchOf.set(member, id)
  }
  const merged = new Map<string, GraphEdge[]>()
  for (const edge of graph.edges) {
    const key = `${edge.from}»${bunchOf.get(edge.to) ?? edge.to}`
    const known = merged.get(key)
    if (known === undefined) merged.set(key, [edge])
    else known.push(edge)
  }
  const edges = [...merged].flatMap(([id, [first, ...rest]]): FarEdge[] => {
    if (first === undefined) return []
    const to = bunchOf.get(first.to) ?? first.to
    return [{ ...first, id, to, imports: [], merged: [first.id, ...rest.map((edge) => edge.id)] }]
  })
  return { bunches, edges }
}

/** The rectangles in the far view: a bunch replaces its members. */
export function farRects(rects: ReadonlyMap<string, Rect>, { bunches }: FarView): ReadonlyMap<string, Rect> {
  const seen = new Map(rects)
  for (const { id, rect, members } of bunches) {
    for (const member of members) seen.delete(member)
    seen.set(id, rect)
  }
  return seen
}
