import type { Graph } from '@ensemble/core'
import { canvasPart, showNode } from '../../document/graph/canvas-part.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { sizeOf, type Rect } from '../../document/layout/geometry.ts'
import { framesOf } from '../../document/layout/group-frames.ts'
import { foldedHolders } from '../../document/layout/group-tree.ts'

/** The pane without the room that the inspector takes once something is selected: opening it moves nothing. */
export function paneRect(): DOMRect {
  const pane = document.querySelector('.react-flow')
  if (pane === null) return new DOMRect()
  const { x, y, width, height } = pane.getBoundingClientRect()
  return new DOMRect(x, y, width - keptOf(pane), height)
}
const pixelsOf = (pane: Element, name: string): number =>
  Number.parseFloat(getComputedStyle(pane).getPropertyValue(name)) || 0
/** The width in pixels that the canvas keeps for the inspector. */
const keptOf = (pane: Element): number => pixelsOf(pane, '--kept')

/** The width of the whole pane in pixels. */
export const paneWidth = (): number => document.querySelector('.react-flow')?.getBoundingClientRect().width ?? 0

/** The width in pixels that a selection gives to the inspector; 0 while it is open or hidden. */
export function inspectorToCome(): number {
  const pane = document.querySelector('.react-flow')
  return pane === null ? 0 : pixelsOf(pane, '--to-come')
}

export function rectOf(id: string): Rect | undefined {
  const { shown, graph, places, notes } = graphStore.getState()
  const node = [...graph.nodes, ...shown.nodes].find((each) => each.id === id)
  const place = places.get(id)
  return node === undefined || place === undefined ? notes.get(id) : { ...place, ...sizeOf(node) }
}

/** Whether a node of the graph is left out of what is shown. */
function isHidden(id: string): boolean {
  const { focus, folded } = canvasPart.getState()
  if (focus === null && folded.size === 0) return false
  const { graph, shown } = graphStore.getState()
  const has = (nodes: Graph['nodes']): boolean => nodes.some((node) => node.id === id)
  return has(graph.nodes) && !has(shown.nodes)
}

/** Where nodes are drawn: one in a folded group at the group's place. Shows the whole graph where a part leaves one out. */
export function placeOf(node: string): Rect | undefined {
  const { groups } = graphStore.getState()
  const id = foldedHolders(groups).get(node) ?? node
  if (isHidden(id)) showNode(id)
  return rectOf(id)
}

/** The overlays of the canvas, in its own pixels. */
export function coversOf(pane: { readonly x: number; readonly y: number }): Rect[] {
  return [...document.querySelectorAll('.react-flow .react-flow__panel')].flatMap((panel) => {
    const { left, top, width, height } = panel.getBoundingClientRect()
    return width === 0 ? [] : [{ x: left - pane.x, y: top - pane.y, width, height }]
  })
}

/** Everything that is drawn: nodes, notes, and frames of groups. */
export function drawnRects(): Rect[] {
  const { shown, places, notes, groups } = graphStore.getState()
  const nodes = shown.nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at === undefined ? [] : [{ ...at, ...sizeOf(node) }]
  })
  return [...nodes, ...notes.values(), ...framesOf(shown, groups, places).values()]
}
