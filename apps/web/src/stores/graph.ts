import type { Graph, GraphNode } from '@ensemble/core'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { layoutGraph, updateLayout } from '../canvas/layout.ts'
import type { Document, FileRecord } from '../document/document.ts'
import { LAYOUT_FILE } from '../document/files.ts'
import { graphOf, type Surroundings } from '../document/graph.ts'
import { positionsOf, type Positions } from '../document/layout-file.ts'
import { documentStore } from './document.ts'
import { sessionStore } from './session.ts'

/** The module graph and its picture: folds of the document's texts, kept current, held in no file. */
export interface Picture {
  readonly graph: Graph
  /** What the canvas shows: Activities and MCP servers only when asked for. */
  readonly shown: Graph
  readonly places: Positions
}

const EMPTY: Graph = { nodes: [], edges: [], problems: [] }

export const graphStore = createStore<Picture>(() => ({ graph: EMPTY, shown: EMPTY, places: new Map() }))

/** Keeps the objects of nodes that did not change, so that only the others are drawn again. */
function shareNodes(before: Graph, after: Graph): Graph {
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  const nodes = after.nodes.map((node) => {
    const same = old.get(node.id)
    return same !== undefined && JSON.stringify(same) === JSON.stringify(node) ? same : node
  })
  return { ...after, nodes }
}

const isOnCanvas = (node: GraphNode, activities: boolean): boolean =>
  activities || (node.kind !== 'activity' && node.kind !== 'mcp')

function shownPart(graph: Graph, activities: boolean): Graph {
  const nodes = graph.nodes.filter((node) => isOnCanvas(node, activities))
  const ids = new Set(nodes.map(({ id }) => id))
  return { ...graph, nodes, edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}

/** A pause in typing after which the graph follows: drawing it anew with every key would cost more than the key. */
const TYPING_PAUSE_MS = 300

/** Whether the change is a key in a text or in a table of properties. */
const isTyping = (document: Document, before: Document): boolean => {
  const mark = document.history === before.history ? undefined : document.history.past.at(-1)?.mark
  return mark !== undefined && /#text$|\/?table\//u.test(mark)
}

type Files = ReadonlyMap<string, FileRecord>

const sameTexts = (a: Files, b: Files): boolean =>
  a.size === b.size &&
  [...a].every(([file, { valid, text }]) => {
    const other = b.get(file)
    return other !== undefined && other.valid === valid && other.text === text
  })

/** Begins to derive. Call once. */
export function startGraph(): void {
  let drawn: { files: Files; surroundings: Surroundings; withActivities: boolean } | null = null
  const derive = (): void => {
    const { files } = documentStore.getState()
    const { surroundings, panels } = sessionStore.getState()
    const withActivities = panels.activities
    if (
      drawn !== null &&
      drawn.surroundings === surroundings &&
      drawn.withActivities === withActivities &&
      (drawn.files === files || sameTexts(drawn.files, files))
    )
      return
    drawn = { files, surroundings, withActivities }
    const before = graphStore.getState()
    const graph = shareNodes(before.graph, graphOf(files, surroundings))
    const shown = shownPart(graph, withActivities)
    const placed = positionsOf(files.get(LAYOUT_FILE)?.valid)
    const places = updateLayout(shown, before.places, placed)
    graphStore.setState({ graph, shown, places })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const deriveNow = (): void => {
    clearTimeout(timer)
    derive()
  }
  documentStore.subscribe((document, before) => {
    clearTimeout(timer)
    if (isTyping(document, before)) timer = setTimeout(derive, TYPING_PAUSE_MS)
    else derive()
  })
  sessionStore.subscribe(deriveNow)
  derive()
}

/** Lays out anew everything that nobody placed by hand. */
export function relayout(): void {
  const { shown } = graphStore.getState()
  const placed = positionsOf(documentStore.getState().files.get(LAYOUT_FILE)?.valid)
  graphStore.setState({ places: layoutGraph(shown, placed) })
}

export const useGraph = (): Graph => useStore(graphStore, (picture) => picture.graph)

/** How many errors and warnings an Idea has; notes are no trouble. */
export const useTroubles = (idea: string): number =>
  useStore(
    graphStore,
    ({ graph }) => graph.problems.filter((problem) => problem.idea === idea && problem.severity !== 'info').length,
  )

export const useGraphNode = (id: string): GraphNode | undefined =>
  useStore(graphStore, (picture) => picture.graph.nodes.find((node) => node.id === id))
