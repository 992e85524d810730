import type { Graph } from '../idea/graph-types.ts'
import { ideaNode } from './graph-activity.ts'
import { ideaName } from './span-path.ts'
import { parentOf } from '../journal/parent-of.ts'
import type { TraceEvent } from './trace-event.ts'

/** A Tool of an Idea, both by name. */
export interface CoveredTool {
  readonly idea: string
  readonly tool: string
}

/** How much of what a Run could do it did. */
export interface Coverage {
  readonly ran: readonly CoveredTool[]
  /** Tools of Ideas that the Run's Idea reaches, and of which no Call began. */
  readonly missed: readonly CoveredTool[]
  /** Ideas of the workspace that no Tool leads to from the Run's Idea, by name. */
  readonly unreached: readonly string[]
}

/** Everything that the Ideas reached from `root` offer, in the order in which a reader meets it. */
function reachable(
  graph: Graph,
  root: string,
): { readonly nodes: ReadonlySet<string>; readonly tools: readonly CoveredTool[] } {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const nodes = new Set([root])
  const tools: CoveredTool[] = []
  for (const id of nodes) {
    const node = byId.get(id)
    if (node?.kind !== 'idea') continue
    tools.push(...node.tools.map(({ name }) => ({ idea: node.name, tool: name })))
    for (const { from, to } of graph.edges) if (from === id) nodes.add(to)
  }
  return { nodes, tools }
}

/**
 * The Tools that ran in a Run, those that could have and did not, and the Ideas out of its reach. `graph` is that of the
 * Run's workspace; a Tool that it no longer has counts if it ran.
 */
export function coverageOf(events: readonly Pick<TraceEvent, 'type' | 'data' | 'span'>[], graph: Graph): Coverage {
  const ideas = new Map<string, string>()
  const proposed = new Map<string, CoveredTool>()
  const ran = new Map<string, CoveredTool>()
  let root = ''
  for (const { type, data, span } of events as readonly TraceEvent[]) {
    if (type === 'run.created') root = ideaName(data.idea)
    else if (type === 'request.started') ideas.set(span, ideaName(data.idea))
    else if (type === 'call.proposed')
      proposed.set(span, { idea: ideas.get(parentOf(span) ?? '') ?? root, tool: data.tool })
    else if (type === 'call.started') {
      const tool = proposed.get(span)
      if (tool !== undefined) ran.set(keyOf(tool), tool)
    }
  }
  const { nodes, tools } = reachable(graph, ideaNode(root))
  return {
    ran: [...ran.values()],
    missed: tools.filter((tool) => !ran.has(keyOf(tool))),
    // An Idea that is gone leads nowhere; the others say nothing about it.
    unreached: graph.nodes.every(({ id }) => id !== ideaNode(root))
      ? []
      : graph.nodes.flatMap(({ id, kind, name }) => (kind === 'idea' && !nodes.has(id) ? [name] : [])),
  }
}

const keyOf = ({ idea, tool }: CoveredTool): string => `${idea}/${tool}`
