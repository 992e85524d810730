import type { Graph, GraphEdge } from '@ensemble/core'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { graphStore } from '../../document/graph/graph-store.ts'
import { ideaId } from '../../document/texts/files.ts'
import { sessionStore, type Selection } from '../../platform/session/session.ts'
import { tracedValue } from '../../runs/open/traced-value.ts'
import { runStore, shownCursor, type RunView } from '../../runs/open/run-view.ts'

/** The highlighted nodes and delegations, by id; everything else on the canvas is dimmed. */
export interface Light {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}
/** The target of the light: nodes, or one Tool of a node and where it leads. */
type Looked = Selection

const DARK: Light = { nodes: new Set(), edges: new Set() }
export const lightStore = createStore<Light>(() => DARK)

/** The node under the pointer; null if there is none. */
const hovered = createStore<{ readonly id: string | null }>(() => ({ id: null }))
export const hoverNode = (id: string | null): void => hovered.setState({ id })

const touching = new WeakMap<Graph, ReadonlyMap<string, readonly GraphEdge[]>>()

/** The delegations of each node, those that lead to it among them. */
function edgesOf(graph: Graph): ReadonlyMap<string, readonly GraphEdge[]> {
  const known = touching.get(graph)
  if (known !== undefined) return known
  const edges = new Map<string, GraphEdge[]>()
  for (const edge of graph.edges)
    for (const id of edge.from === edge.to ? [edge.from] : [edge.from, edge.to]) {
      const own = edges.get(id)
      if (own === undefined) edges.set(id, [edge])
      else own.push(edge)
    }
  touching.set(graph, edges)
  return edges
}

/** The light on what is looked at, its own delegations and the nodes at their other ends. */
export function lightOn(graph: Graph, { nodes, tool }: Looked): Light {
  const own = edgesOf(graph)
  const edges = tool
    ? (own.get(tool.node) ?? []).filter(
        ({ from, tool: name, to }) =>
          from === tool.node && name === tool.name && (tool.to === undefined || tool.to === to),
      )
    : nodes.flatMap((id) => own.get(id) ?? [])
  return {
    nodes: new Set([...nodes, ...(tool ? [tool.node] : []), ...edges.flatMap(({ from, to }) => [from, to])]),
    edges: new Set(edges.map(({ id }) => id)),
  }
}

/** The Idea of the selected span, or the Tool of the selected Call. */
function lookedOfSpan(run: RunView): Looked | null {
  if (run.selectedSpan === null || run.selectedSpan === '') return null
  const span = shownCursor(run)?.span(run.selectedSpan)
  if (span === undefined) return null
  const node = ideaId(span.idea)
  if (span.kind !== 'call' || span.tool === undefined) return { nodes: [node], tool: null }
  const to = span.module === undefined ? undefined : ideaId(span.module)
  return { nodes: [], tool: { node, name: span.tool, ...(to !== undefined && { to }) } }
}

const isNothing = ({ nodes, tool }: Looked): boolean => nodes.length === 0 && tool === null

/** The node under the pointer comes first, then the selection, then the selected span. */
function looked(): Looked | null {
  const { id } = hovered.getState()
  if (id !== null) return { nodes: [id], tool: null }
  const { selection } = sessionStore.getState()
  return isNothing(selection) ? lookedOfSpan(runStore.getState()) : selection
}

/** Keeps the light on what is looked at while the canvas is on screen. Returns how to stop. */
export function startLight(): () => void {
  const shine = (): void => {
    // The way of a value that is traced; a node under the pointer comes first all the same.
    const { path } = tracedValue.getState()
    const at = looked()
    const { shown } = graphStore.getState()
    const light = path !== null && hovered.getState().id === null ? path : at === null ? DARK : lightOn(shown, at)
    // A target that isn't on the canvas lights nothing, so nothing is dimmed.
    const isSeen = light.nodes.size > 0
    lightStore.setState(isSeen ? light : DARK, true)
  }
  shine()
  const leave = [
    hovered.subscribe(shine),
    tracedValue.subscribe(shine),
    sessionStore.subscribe(({ selection }, before) => {
      if (selection !== before.selection) shine()
    }),
    graphStore.subscribe(({ shown }, before) => {
      if (shown !== before.shown) shine()
    }),
    runStore.subscribe(({ selectedSpan, runId }, before) => {
      if (selectedSpan !== before.selectedSpan || runId !== before.runId) shine()
    }),
  ]
  return () => {
    for (const each of leave) each()
  }
}

export const useIsNodeLit = (id: string): boolean => useStore(lightStore, ({ nodes }) => nodes.has(id))
/** Whether one of the delegations is lit: an edge of the far view represents several. */
export const useIsEdgeLit = (ids: readonly string[]): boolean =>
  useStore(lightStore, ({ edges }) => ids.some((id) => edges.has(id)))
export const useIsAnythingLit = (): boolean => useStore(lightStore, ({ nodes }) => nodes.size > 0)
