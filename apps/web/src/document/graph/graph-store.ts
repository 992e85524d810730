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

interface Index {
  readonly nodes: ReadonlyMap<string, GraphNode>
  /** Errors and warnings by Idea, without notes. */
  readonly troubles: ReadonlyMap<string, number>
}
const indices = new WeakMap<Graph, Index>()

/** Found by id: every node on screen asks after every change. */
function indexOf(graph: Graph): Index {
  const known = indices.get(graph)
  if (known !== undefined) return known
  const troubles = new Map<string, number>()
  for (const { idea, severity } of graph.problems)
    if (idea !== undefined && severity !== 'info') troubles.set(idea, (troubles.get(idea) ?? 0) + 1)
  const index = { nodes: new Map(graph.nodes.map((node) => [node.id, node])), troubles }
  indices.set(graph, index)
  return index
}

/** How many errors and warnings an Idea has. */
export const useTroubles = (idea: string): number =>
  useStore(graphStore, ({ graph }) => indexOf(graph).troubles.get(idea) ?? 0)

/** How many nodes a folded one hides. */
export const useHidden = (id: string): number => useStore(graphStore, ({ hidden }) => hidden.get(id) ?? 0)

/** A node as the canvas shows it: a folded group is one. */
export const useShownNode = (id: string): GraphNode | undefined =>
  useStore(graphStore, ({ shown }) => indexOf(shown).nodes.get(id))

export const useGraphNode = (id: string): GraphNode | undefined =>
  useStore(graphStore, ({ graph }) => indexOf(graph).nodes.get(id))
