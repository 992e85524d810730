import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'
import { foldedHolders, nodesOf, type Group, type Groups } from './group-tree.ts'
import type { Point, Positions } from './layout-file.ts'

/** The row of a folded group from which the delegations of its nodes leave. */
export const GROUP_ROW = 'calls'

const groupNode = (id: string, { title }: Group, members: readonly GraphNode[], calls: boolean): GraphNode => ({
  id,
  kind: 'idea',
  name: title,
  title,
  input: null,
  output: null,
  tools: calls ? [{ name: GROUP_ROW, mode: 'module', modules: [], approval: false }] : [],
  problems: members.reduce((sum, { problems }) => sum + problems, 0),
})

/** The delegation as it is seen with its ends in groups; null inside of one. */
function foldEdge(edge: GraphEdge, ownerOf: ReadonlyMap<string, string>): GraphEdge | null {
  const from = ownerOf.get(edge.from) ?? edge.from
  const to = ownerOf.get(edge.to) ?? edge.to
  if (from === edge.from && to === edge.to) return edge
  if (from === to) return null
  const tool = from === edge.from ? edge.tool : GROUP_ROW
  return { ...edge, id: `${from}/${tool}/${to}`, from, tool, to }
}

/** The graph with each outermost folded group as one node; what leads into the group leads to it, once from each Tool. */
export function foldGroups(graph: Graph, groups: Groups): Graph {
  const present = new Set(graph.nodes.map(({ id }) => id))
  const ownerOf = new Map([...foldedHolders(groups)].filter(([id]) => present.has(id)))
  if (ownerOf.size === 0) return graph
  const edges = new Map<string, GraphEdge>()
  for (const edge of graph.edges) {
    const folded = foldEdge(edge, ownerOf)
    if (folded === null) continue
    const same = edges.get(folded.id)
    const imports = same === undefined ? folded.imports : [...new Set([...same.imports, ...folded.imports])]
    edges.set(folded.id, { ...folded, imports })
  }
  const calling = new Set([...edges.values()].map(({ from }) => from))
  const drawn = new Set<string>()
  const nodes = graph.nodes.flatMap((node) => {
    const owner = ownerOf.get(node.id)
    if (owner === undefined) return [node]
    const group = groups.get(owner)
    if (group === undefined || drawn.has(owner)) return []
    drawn.add(owner)
    const members = graph.nodes.filter(({ id }) => ownerOf.get(id) === owner)
    return [groupNode(owner, group, members, calling.has(owner))]
  })
  return { ...graph, nodes, edges: [...edges.values()] }
}

/** The upper left corner around the nodes of group `id`; null if none has a place. */
export function cornerOf(id: string, groups: Groups, places: Positions): Point | null {
  const points = nodesOf(id, groups).flatMap((node) => places.get(node) ?? [])
  if (points.length === 0) return null
  return { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) }
}
