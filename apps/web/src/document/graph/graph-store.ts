import type { Graph, GraphNode, Problem } from '@ensemble/core'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Groups } from '../layout/group-tree.ts'
import type { Notes, Positions } from '../layout/layout-file.ts'

/** The module graph and its picture: folds of the document's texts, kept current, held in no file. */
export interface Picture {
  readonly graph: Graph
  /** The canvas's content: Activities and MCP servers only on request. */
  readonly shown: Graph
  readonly places: Positions
  readonly notes: Notes
  readonly groups: Groups
  /** How many nodes each folded one hides. */
  readonly hidden: ReadonlyMap<string, number>
  /** Nodes are on the way to where the layout put them, which the canvas shows as a short movement. */
  readonly isSettling: boolean
}

const EMPTY: Graph = { nodes: [], edges: [], problems: [] }

export const graphStore = createStore<Picture>(() => ({
  graph: EMPTY,
  shown: EMPTY,
  places: new Map(),
  notes: new Map(),
  groups: new Map(),
  hidden: new Map(),
  isSettling: false,
}))

/** Found by compiling, in a worker: drawing the graph does not tell of them. */
export const isOfSchema = ({ code }: Problem): boolean => code.startsWith('schema.')

/** Puts what compiling the schemas shows among the problems, in place of what it showed before. */
export function showSchemaProblems(found: readonly Problem[]): void {
  const { graph } = graphStore.getState()
  const before = graph.problems.filter(isOfSchema)
  if (JSON.stringify(before) === JSON.stringify(found)) return
  const problems = [...graph.problems.filter((problem) => !isOfSchema(problem)), ...found]
  graphStore.setState({ graph: { ...graph, problems } })
}

export const useGraph = (): Graph => useStore(graphStore, (picture) => picture.graph)

/** Errors and warnings, without notes. */
export interface Troubles {
  readonly count: number
  readonly hasError: boolean
}
/** Undefined if there is nothing but notes. */
export function troublesOf(problems: readonly Problem[]): Troubles | undefined {
  const found = problems.filter(({ severity }) => severity !== 'info')
  return found.length === 0
    ? undefined
    : { count: found.length, hasError: found.some(({ severity }) => severity === 'error') }
}

interface Index {
  readonly nodes: ReadonlyMap<string, GraphNode>
  /** By Idea. */
  readonly troubles: ReadonlyMap<string, Troubles | undefined>
}
const indices = new WeakMap<Graph, Index>()

/** Found by id: every node on screen asks after every change. */
function indexOf(graph: Graph): Index {
  const known = indices.get(graph)
  if (known !== undefined) return known
  const ofIdeas = new Map<string, Problem[]>()
  for (const problem of graph.problems)
    if (problem.idea !== undefined) ofIdeas.set(problem.idea, [...(ofIdeas.get(problem.idea) ?? []), problem])
  const troubles = new Map([...ofIdeas].map(([idea, problems]) => [idea, troublesOf(problems)]))
  const index = { nodes: new Map(graph.nodes.map((node) => [node.id, node])), troubles }
  indices.set(graph, index)
  return index
}

/** Undefined if the Idea has neither errors nor warnings. */
export const useTroubles = (idea: string): Troubles | undefined =>
  useStore(graphStore, ({ graph }) => indexOf(graph).troubles.get(idea))

/** How many nodes a folded one hides. */
export const useHidden = (id: string): number => useStore(graphStore, ({ hidden }) => hidden.get(id) ?? 0)

/** A node as the canvas shows it: a folded group is one. */
export const useShownNode = (id: string): GraphNode | undefined =>
  useStore(graphStore, ({ shown }) => indexOf(shown).nodes.get(id))

export const useGraphNode = (id: string): GraphNode | undefined =>
  useStore(graphStore, ({ graph }) => indexOf(graph).nodes.get(id))
