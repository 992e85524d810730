import type { Graph, GraphNode } from '@ensemble/core'
import { cornerOf } from '../layout/fold-groups.ts'
import { togetherIn, type Groups } from '../layout/group-tree.ts'
import { handPlaced, positionsOf, type Point, type Positions } from '../layout/layout-file.ts'
import { layOut } from '../layout/lay-out.ts'
import { USUAL_FRAME, layoutGraph, updateLayout, type Frame } from '../layout/layout.ts'
import { documentStore } from '../open/document-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Size } from '../layout/geometry.ts'
import { canvasView } from './canvas-view.ts'
import { layoutTextOf } from './graph-changes.ts'
import { graphStore, type Picture } from './graph-store.ts'

/** The last seen places of nodes, in this window or this browser: they return there. */
const remembered = new Map<string, Point>()
/** Skips places in the layout file: an undo that removes one returns the node to its earlier place. */
const remember = (places: Positions): void => {
  const written = positionsOf(layoutTextOf(documentStore.getState().files))
  for (const [id, at] of places) if (!written.has(id)) remembered.set(id, at)
}

/** Restores the places of nodes from before a reload. Call before the workspace opens. */
export const resumePlaces = (places: Positions): void => {
  for (const [id, at] of places) remembered.set(id, at)
}

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

/** Puts the nodes at their new places; visible ones move there. */
function settle(places: Positions): void {
  if (samePlaces(graphStore.getState().places, places)) return
  clearTimeout(settled)
  graphStore.setState({ places, isSettling: true })
  remember(places)
  settled = setTimeout(() => graphStore.setState({ isSettling: false }), SETTLE_MS)
}

/** The last layout: while no node came, went or grew, nothing has to move. */
let arranged: readonly GraphNode[] = []
const isArranged = ({ nodes }: Graph): boolean =>
  nodes.length === arranged.length &&
  nodes.every((node, index) => {
    const other = arranged[index]
    return other === node || (other?.id === node.id && other.tools.length === node.tools.length)
  })

/** The places of `nodes` among `known`; null if one has none. */
function placesIn(nodes: readonly GraphNode[], ...known: readonly Positions[]): Positions | null {
  const places = new Map<string, Point>()
  for (const { id } of nodes) {
    const at = known.find((each) => each.has(id))?.get(id)
    if (at === undefined) return null
    places.set(id, at)
  }
  return places
}

/** Before the canvas is there: what the window's panels leave of it. */
function likelyPane(): Size {
  if (typeof innerWidth === 'undefined') return USUAL_FRAME.pane
  const { explorer, inspector, dock } = sessionStore.getState().panels
  const panels = (explorer ? 0.15 : 0) + (inspector ? 0.24 : 0)
  return {
    width: Math.max(320, innerWidth * (1 - panels)),
    height: Math.max(240, (innerHeight - 72) * (dock ? 0.65 : 1)),
  }
}

/** The frame that the whole picture must fit: the current canvas, with the groups that aren't folded. */
export function frameOf(groups: Groups): Frame {
  const pane = canvasView()?.pane()
  return {
    pane: pane === undefined || pane.width === 0 ? likelyPane() : { width: pane.width, height: pane.height },
    groups: togetherIn(groups),
  }
}

/** The places moved together so that `anchor` stays where it is; where a person placed nodes, these decide. */
function keepingAnchor(places: Positions, anchor: string | null, placed: Positions): Positions {
  const before = anchor === null ? undefined : graphStore.getState().places.get(anchor)
  const after = anchor === null ? undefined : places.get(anchor)
  if (before === undefined || after === undefined || [...places.keys()].some((id) => placed.has(id))) return places
  const [x, y] = [before.x - after.x, before.y - after.y]
  return new Map([...places].map(([id, at]) => [id, { x: at.x + x, y: at.y + y }]))
}

/** Places after a fold or unfold: nodes that weren't placed by hand are laid out around the node that changed. */
export function placesAfterFold(
  { graph, shown, groups }: Pick<Picture, 'graph' | 'shown' | 'groups'>,
  text: string | null,
  anchor: string | null,
): Positions {
  const placed = withGroups(groups, handPlaced(positionsOf(text)))
  const places = arrange(shown, groups, null, placed, (each) => keepingAnchor(each, anchor, placed))
  return withHidden(graph, places, graphStore.getState().places)
}

/** Places for all of `shown`: at once for a few, else those known already and the others when the worker answers. */
function arrange(
  shown: Graph,
  groups: Groups,
  before: Positions | null,
  placed: Positions,
  finish = (places: Positions): Positions => places,
): Positions {
  const known = before !== null && isArranged(shown) ? placesIn(shown.nodes, placed, before) : null
  arranged = shown.nodes
  if (known !== null) return known
  const frame = frameOf(groups)
  if (!canWork || shown.nodes.length <= FEW)
    return finish(before === null ? layoutGraph(shown, placed, frame) : updateLayout(shown, before, placed, frame))
  layOut(shown, { before, placed, frame }, (places) => settle(finish(places)))
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

/** Folded groups are at their hidden nodes' places. */
function withGroups(groups: Groups, placed: Positions): Positions {
  const places = new Map(placed)
  for (const [id, group] of groups) {
    const at = group.folded ? cornerOf(id, groups, new Map([...remembered, ...placed])) : null
    if (at !== null) places.set(id, at)
  }
  return places
}

/** The places of all nodes of a graph, hidden ones included; `text` is the layout file's. */
export function placesOf(
  { graph, shown, groups }: Pick<Picture, 'graph' | 'shown' | 'groups'>,
  text: string | null,
): Positions {
  const places = arrange(shown, groups, remembered, withGroups(groups, positionsOf(text)))
  return withHidden(graph, places, graphStore.getState().places)
}

/** Puts the nodes at their places, immediately or animated. */
export function putNodes(places: Positions, isSeen: boolean): void {
  if (isSeen) settle(places)
  else if (!samePlaces(places, graphStore.getState().places)) graphStore.setState({ places })
  remember(places)
}

/** Lays out all automatic nodes again; visible ones move to their new places. */
export function relayout(): void {
  const { shown, groups } = graphStore.getState()
  const placed = positionsOf(layoutTextOf(documentStore.getState().files))
  settle(arrange(shown, groups, null, withGroups(groups, placed)))
}
