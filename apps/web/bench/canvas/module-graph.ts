import type { Graph, GraphEdge, GraphNode } from '@ensemble/core'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ROLES = ['Planner', 'Critic', 'Writer', 'Researcher', 'Editor', 'Checker', 'Summariser', 'Translator', 'Judge']
/** Modules only; a tenth of them has another caller too. */
const MOST_CHILDREN = 5
const SHARED = 0.1

/**
 * A module graph as people draw them: a tree of delegations, in which some leaves are shared by several callers, and
 * each module has its own Tool or two. The same seed gives the same graph.
 */
export const moduleGraph = (count: number, seed: number): Graph => graphOf(childrenOf(count, seed), randomOf(seed + 1))

/** The same with `each` more delegations from every module, to any that comes later: about as dense as graphs get. */
export function denseGraph(count: number, seed: number, each = 1): Graph {
  const random = randomOf(seed + 2)
  const children = childrenOf(count, seed)
  for (let more = 0; more < count * each; more += 1) {
    const caller = Math.floor(random() * (count - 1))
    const called = caller + 1 + Math.floor(random() * (count - 1 - caller))
    if (!children[caller]?.includes(called)) children[caller]?.push(called)
  }
  return graphOf(children, randomOf(seed + 1))
}

function childrenOf(count: number, seed: number): readonly number[][] {
  const random = randomOf(seed)
  const children: number[][] = Array.from({ length: count }, () => [])
  let open = [0]
  for (let child = 1; child < count; child += 1) {
    const index = Math.floor(random() * Math.min(open.length, 24))
    const parent = open[index] ?? 0
    children[parent]?.push(child)
    open.push(child)
    if ((children[parent]?.length ?? 0) >= 2 + Math.floor(random() * (MOST_CHILDREN - 1)))
      open = open.filter((each) => each !== parent)
  }
  const leaves = children.flatMap((each, index) => (each.length === 0 ? [index] : []))
  const inner = children.flatMap((each, index) => (each.length > 0 ? [index] : []))
  for (let shared = 0; shared < count * SHARED; shared += 1) {
    const caller = inner[Math.floor(random() * inner.length)] ?? 0
    const leaf = leaves[Math.floor(random() * leaves.length)] ?? 0
    if (caller !== leaf && !children[caller]?.includes(leaf)) children[caller]?.push(leaf)
  }
  return children
}

function graphOf(children: readonly (readonly number[])[], random: () => number): Graph {
  const nodes = children.map((called, index): GraphNode => {
    const own = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, tool) => `note${tool}`)
    return {
      id: `idea:n${index}`,
      kind: 'idea',
      name: `n${index}`,
      title: `${ROLES[index % ROLES.length] ?? ''} ${index}`,
      description: `Does part ${index} of the work and reports what came of it`,
      input: null,
      output: null,
      problems: 0,
      tools: [
        ...called.map((to) => ({
          name: `ask${to}`,
          mode: 'module' as const,
          modules: [`idea://n${to}`],
          approval: false,
        })),
        ...own.map((name) => ({ name, mode: 'latent' as const, modules: [], approval: false })),
      ],
    }
  })
  const edges = children.flatMap((called, from) =>
    called.map((to): GraphEdge => ({
      id: `idea:n${from}/ask${to}/idea:n${to}`,
      from: `idea:n${from}`,
      tool: `ask${to}`,
      to: `idea:n${to}`,
      imports: ['input'],
      importsMode: 'provisioned',
      resolve: 'runtime',
    })),
  )
  return { nodes, edges, problems: [] }
}
