import type { Graph, GraphNode, Problem } from '@ensemble/core'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { layOut } from '../layout/lay-out.ts'
import { layoutGraph, updateLayout } from '../layout/layout.ts'
import type { Document, FileRecord } from '../document/document.ts'
import { LAYOUT_FILE } from '../document/files.ts'
import { graphOf, type Surroundings } from '../document/graph.ts'
import { cornerOf, foldGroups } from '../document/fold-groups.ts'
import {
  groupsOf,
  notesOf,
  positionsOf,
  type Groups,
  type Notes,
  type Point,
  type Positions,
} from '../document/layout-file.ts'
import { visiblePart, type VisiblePart } from '../document/visible-part.ts'
import { canvasPart, type CanvasPart } from './canvas-part.ts'
import { documentStore } from './document.ts'
import { drawnFiles, recordedStore } from './recorded-files.ts'
import { sessionStore } from './session.ts'

/** The module graph and its picture: folds of the document's texts, kept current, held in no file. */
export interface Picture {
  readonly graph: Graph
  /** What the canvas shows: Activities and MCP servers only when asked for. */
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
const isOfSchema = ({ code }: Problem): boolean => code.startsWith('schema.')

/** Puts what compiling the schemas shows among the problems, in place of what it showed before. */
export function showSchemaProblems(found: readonly Problem[]): void {
  const { graph } = graphStore.getState()
  const before = graph.problems.filter(isOfSchema)
  if (JSON.stringify(before) === JSON.stringify(found)) return
  const problems = [...graph.problems.filter((problem) => !isOfSchema(problem)), ...found]
  graphStore.setState({ graph: { ...graph, problems } })
}

/** Keeps the objects of nodes that did not change, and what was found in schemas until that is looked at again. */
function shareNodes(before: Graph, after: Graph): Graph {
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  const nodes = after.nodes.map((node) => {
    const same = old.get(node.id)
    if (same === undefined || same === node) return node
    return JSON.stringify(same) === JSON.stringify(node) ? same : node
  })
  return { ...after, nodes, problems: [...after.problems, ...before.problems.filter(isOfSchema)] }
}

/** A pause in typing after which the graph follows: drawing it anew with every key would cost more than the key. */
const TYPING_PAUSE_MS = 300

const isInField = (): boolean => globalThis.document?.activeElement?.matches('input, textarea') ?? false

/** Whether the change is a key in a text, in a table of properties, or one more in any other field. */
const isTyping = (document: Document, before: Document): boolean => {
  const { past } = document.history
  const mark = document.history === before.history ? undefined : past.at(-1)?.mark
  if (mark === undefined) return false
  // Keys in one field are one step of undo: after the first, the history does not grow.
  return past.length === before.history.past.length || isInField() || /#text$|\/?table\//u.test(mark)
}

type Files = ReadonlyMap<string, FileRecord>

const layoutTextOf = (files: Files): string | null => files.get(LAYOUT_FILE)?.valid ?? null

/** Whether both hold the same Ideas and Tools, wherever the nodes stand. */
const sameTexts = (a: Files, b: Files): boolean => {
  const extra = (files: Files): number => (files.has(LAYOUT_FILE) ? 1 : 0)
  if (a.size - extra(a) !== b.size - extra(b)) return false
  for (const [file, record] of a) {
    const other = b.get(file)
    if (record === other || file === LAYOUT_FILE) continue
    if (other === undefined || other.valid !== record.valid || other.text !== record.text) return false
  }
  return true
}

/** Whether the server took texts and none of them changed: nothing is to be drawn, least of all between two keys. */
const isOnlySaved = (now: Files, before: Files): boolean =>
  layoutTextOf(now) === layoutTextOf(before) && sameTexts(now, before)

/** Up to so many nodes the layout is quicker than the way to the worker and back. */
const FEW = 150
const canWork = typeof Worker !== 'undefined'

const samePlaces = (a: Positions, b: Positions): boolean =>
  a.size === b.size &&
  [...a].every(([id, { x, y }]) => {
    const other = b.get(id)
    return other?.x === x && other.y === y
  })

/** As long as a movement takes, and a frame. */
const SETTLE_MS = 240
let settled: ReturnType<typeof setTimeout> | undefined

/** Puts the nodes where they shall stand; those that are seen move there. */
function settle(places: Positions): void {
  if (samePlaces(graphStore.getState().places, places)) return
  clearTimeout(settled)
  graphStore.setState({ places, isSettling: true })
  remember(places)
  settled = setTimeout(() => graphStore.setState({ isSettling: false }), SETTLE_MS)
}

/** What was laid out last: while no node came, went or grew, nothing has to move. */
let arranged: readonly GraphNode[] = []
const isArranged = ({ nodes }: Graph): boolean =>
  nodes.length === arranged.length &&
  nodes.every((node, index) => {
    const other = arranged[index]
    return other === node || (other?.id === node.id && other.tools.length === node.tools.length)
  })

/** The places of `nodes` among `known`; null where one has none. */
function placesIn(nodes: readonly GraphNode[], ...known: readonly Positions[]): Positions | null {
  const places = new Map<string, Point>()
  for (const { id } of nodes) {
    const at = known.find((each) => each.has(id))?.get(id)
    if (at === undefined) return null
    places.set(id, at)
  }
  return places
}

/** Places for all of `shown`: at once for a few, else those known already and the others when the worker answers. */
function arrange(shown: Graph, before: Positions | null, placed: Positions): Positions {
  const known = before !== null && isArranged(shown) ? placesIn(shown.nodes, placed, before) : null
  arranged = shown.nodes
  if (known !== null) return known
  if (!canWork || shown.nodes.length <= FEW)
    return before === null ? layoutGraph(shown, placed) : updateLayout(shown, before, placed)
  layOut(shown, { before, placed }, settle)
  const standing = before ?? graphStore.getState().places
  return new Map(
    shown.nodes.flatMap(({ id }): [string, Point][] => {
      const at = placed.get(id) ?? standing.get(id)
      return at === undefined ? [] : [[id, at]]
    }),
  )
}

/** Places of all nodes that there are: what is hidden keeps its place until it is shown again. */
function withHidden(graph: Graph, shown: Positions, before: Positions): Positions {
  const absent = graph.nodes.filter(({ id }) => !shown.has(id) && before.has(id))
  if (absent.length === 0) return shown
  const all = new Map(shown)
  for (const { id } of absent) all.set(id, before.get(id) ?? { x: 0, y: 0 })
  return all
}

const foldedPart = ({ shown, hidden }: VisiblePart, groups: Groups): VisiblePart => ({
  shown: foldGroups(shown, groups),
  hidden,
})

/** Which nodes are hidden in groups, and what those are called: a text to compare. */
const foldedOf = (groups: Groups): string => JSON.stringify([...groups].filter(([, { folded }]) => folded))

/** Where nodes stood when they were last seen in this window or, in this browser, in the last one: they come back there. */
const remembered = new Map<string, Point>()
const remember = (places: Positions): void => {
  for (const [id, at] of places) remembered.set(id, at)
}

/** Takes up where nodes stood before a reload. Call before the workspace opens. */
export const resumePlaces = remember

/** Folded groups stand where the nodes that they hide do. */
function withGroups(groups: Groups, placed: Positions): Positions {
  const places = new Map(placed)
  for (const [id, group] of groups) {
    const at = group.folded ? cornerOf(group, new Map([...remembered, ...placed])) : null
    if (at !== null) places.set(id, at)
  }
  return places
}

/** Begins to derive. Call once. */
export function startGraph(): void {
  let drawn: { files: Files; surroundings: Surroundings; withActivities: boolean; part: CanvasPart } | null = null
  const derive = (): void => {
    const files = drawnFiles(documentStore.getState().files)
    const { surroundings, panels } = sessionStore.getState()
    const withActivities = panels.activities
    const part = canvasPart.getState()
    if (
      drawn !== null &&
      drawn.surroundings === surroundings &&
      drawn.withActivities === withActivities &&
      drawn.part === part &&
      layoutTextOf(drawn.files) === layoutTextOf(files) &&
      sameTexts(drawn.files, files)
    )
      return
    const isGraphSame = drawn !== null && drawn.surroundings === surroundings && sameTexts(drawn.files, files)
    const before = graphStore.getState()
    const text = layoutTextOf(files)
    const isLayoutSame = drawn !== null && layoutTextOf(drawn.files) === text
    const groups = isLayoutSame ? before.groups : groupsOf(text)
    const isShownSame =
      isGraphSame &&
      drawn?.withActivities === withActivities &&
      drawn.part === part &&
      (isLayoutSame || foldedOf(groups) === foldedOf(before.groups))
    drawn = { files, surroundings, withActivities, part }
    const graph = isGraphSame ? before.graph : shareNodes(before.graph, graphOf(files, surroundings))
    const { shown, hidden } = isShownSame
      ? before
      : foldedPart(visiblePart(graph, { activities: withActivities, ...part }), groups)
    const places = withHidden(graph, arrange(shown, remembered, withGroups(groups, positionsOf(text))), before.places)
    graphStore.setState({ graph, shown, hidden, notes: isLayoutSame ? before.notes : notesOf(text), groups })
    // What an undo or another program moved goes there visibly; what a hand moved is there.
    if (isShownSame) settle(places)
    else if (!samePlaces(places, before.places)) graphStore.setState({ places })
    remember(places)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const deriveNow = (): void => {
    clearTimeout(timer)
    derive()
  }
  documentStore.subscribe((document, before) => {
    if (document.files === before.files || isOnlySaved(document.files, before.files)) return
    clearTimeout(timer)
    if (isTyping(document, before)) timer = setTimeout(derive, TYPING_PAUSE_MS)
    else derive()
  })
  sessionStore.subscribe(({ surroundings, panels }, before) => {
    if (surroundings !== before.surroundings || panels.activities !== before.panels.activities) deriveNow()
  })
  canvasPart.subscribe(deriveNow)
  recordedStore.subscribe(deriveNow)
  derive()
}

/** Lays out anew everything that nobody placed by hand; what is seen moves to its new place. */
export function relayout(): void {
  const { shown } = graphStore.getState()
  const { groups } = graphStore.getState()
  const placed = positionsOf(layoutTextOf(documentStore.getState().files))
  settle(arrange(shown, null, withGroups(groups, placed)))
}

export const useGraph = (): Graph => useStore(graphStore, (picture) => picture.graph)

interface Index {
  readonly nodes: ReadonlyMap<string, GraphNode>
  /** Errors and warnings by Idea; notes are no trouble. */
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

export const useGraphNode = (id: string): GraphNode | undefined =>
  useStore(graphStore, ({ graph }) => indexOf(graph).nodes.get(id))
