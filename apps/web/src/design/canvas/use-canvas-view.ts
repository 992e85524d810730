import type { Graph } from '@ensemble/core'
import { useReactFlow, useStore, useStoreApi, type ReactFlowInstance, type ReactFlowState } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore as useGraphStore } from 'zustand'
import { canvasPart, showNode } from '../../document/graph/canvas-part.ts'
import { registerCanvasView } from '../../document/graph/canvas-view.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { READABLE_ZOOM } from '../../document/graph/read-folded.ts'
import { recordedStore } from '../../document/open/recorded-files.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { openingView, viewOf } from './fit-view.ts'
import { sizeOf, type Rect } from '../../document/layout/geometry.ts'
import { framesOf } from './group-frames.ts'

const FLIGHT = { duration: 180 }
const NEAR = 1

const paneRect = (): DOMRect => document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()
const canLook = ({ panZoom, width }: ReactFlowState): boolean => panZoom !== null && width > 0

function rectOf(id: string): Rect | undefined {
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

/** Moves the view to a node; with `ifHidden` only where some of it is outside the view. Says whether it did. */
function fly(flow: ReactFlowInstance, node: string, ifHidden: boolean): boolean {
  const { groups } = graphStore.getState()
  const folded = [...groups].find(([, { folded: isFolded, nodes }]) => isFolded && nodes.includes(node))
  const id = folded?.[0] ?? node
  if (isHidden(id)) showNode(id)
  const rect = rectOf(id)
  if (rect === undefined) return false
  const { x, y, width, height } = rect
  const pane = paneRect()
  const start = flow.flowToScreenPosition({ x, y })
  const end = flow.flowToScreenPosition({ x: x + width, y: y + height })
  const isSeen = start.x >= pane.left && start.y >= pane.top && end.x <= pane.right && end.y <= pane.bottom
  if (ifHidden && isSeen) return false
  void flow.setCenter(x + width / 2, y + height / 2, { zoom: Math.max(flow.getZoom(), NEAR), ...FLIGHT })
  return true
}

/** The overlays of the canvas, in its own pixels. */
function coversOf(pane: DOMRect): Rect[] {
  return [...document.querySelectorAll('.react-flow .react-flow__panel')].flatMap((panel) => {
    const { left, top, width, height } = panel.getBoundingClientRect()
    return width === 0 ? [] : [{ x: left - pane.left, y: top - pane.top, width, height }]
  })
}

/** Everything that is drawn: nodes, notes, and frames of groups. */
function drawnRects(): Rect[] {
  const { shown, places, notes, groups } = graphStore.getState()
  const nodes = shown.nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at === undefined ? [] : [{ ...at, ...sizeOf(node) }]
  })
  return [...nodes, ...notes.values(), ...framesOf(shown, groups, places).values()]
}

/** As one text, so that only folding and unfolding is another. */
const foldedOf = ({ groups }: ReturnType<typeof graphStore.getState>): string =>
  [...groups].flatMap(([id, { folded }]) => (folded ? [id] : [])).join(' ')

/** The hidden nodes as a string, which changes when something is folded or unfolded. */
const hiddenOf = ({ hidden }: ReturnType<typeof graphStore.getState>): string => [...hidden.keys()].join(' ')

/** Whether everything has its place: the layout of a large graph comes a moment after its nodes. */
const isPlaced = ({ shown, places }: ReturnType<typeof graphStore.getState>): boolean =>
  shown.nodes.every(({ id }) => places.has(id))

const sizeOfPane = ({ width, height }: ReactFlowState): string => `${width} ${height}`

/**
 * Lets commands move the view, and fits it at first. A view that is fitted stays so when its pane changes its size,
 * another graph is drawn, Activities are shown or hidden, or a group is folded or unfolded; one that a person moved is theirs.
 * Nothing of a large graph is drawn before that.
 */
export function useCanvasView(isLarge: boolean) {
  const flow = useReactFlow()
  const store = useStoreApi()
  const isReady = useStore(canLook)
  const size = useStore(sizeOfPane)
  const hasNodes = useGraphStore(graphStore, ({ shown, places }) => shown.nodes.some(({ id }) => places.has(id)))
  const folded = useGraphStore(graphStore, foldedOf)
  const recorded = useGraphStore(recordedStore, ({ texts, isShown }) => (isShown ? texts : null))
  const withActivities = useGraphStore(sessionStore, ({ panels }) => panels.activities)
  const placed = useGraphStore(graphStore, isPlaced)
  const hidden = useGraphStore(graphStore, hiddenOf)
  const [isFitted, setFitted] = useState(false)
  const holds = useRef(false)
  const fit = useCallback(
    (duration: number, isOpening = false) => {
      const rects = drawnRects()
      if (rects.length === 0) return
      const { minZoom } = store.getState()
      const pane = paneRect()
      holds.current = true
      const view = isOpening ? openingView : viewOf
      void flow.setViewport(view(rects, pane, coversOf(pane), minZoom), { duration })
    },
    [flow, store],
  )

  useEffect(() => {
    if (isFitted || !isReady || !hasNodes) return undefined
    const frame = requestAnimationFrame(() => {
      fit(0, true)
      setFitted(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [isFitted, isReady, hasNodes, fit])

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (holds.current) fit(0, true)
    })
    return () => cancelAnimationFrame(frame)
  }, [size, recorded, folded, withActivities, placed, fit])

  // The view widens to show unfolded nodes while they stay legible; otherwise it stays under the pointer.
  const lastHidden = useRef(hidden)
  useEffect(() => {
    if (lastHidden.current === hidden) return undefined
    lastHidden.current = hidden
    const frame = requestAnimationFrame(() => {
      const pane = paneRect()
      const { minZoom } = store.getState()
      if (holds.current && viewOf(drawnRects(), pane, coversOf(pane), minZoom).zoom >= READABLE_ZOOM)
        fit(FLIGHT.duration)
      else holds.current = false
    })
    return () => cancelAnimationFrame(frame)
  }, [hidden, fit, store])

  useEffect(() => {
    const moving =
      (move: () => void): (() => void) =>
      () => {
        holds.current = false
        move()
      }
    return registerCanvasView({
      fit: () => fit(FLIGHT.duration),
      zoomIn: moving(() => void flow.zoomIn(FLIGHT)),
      zoomOut: moving(() => void flow.zoomOut(FLIGHT)),
      flyTo: (id) => moving(() => fly(flow, id, false))(),
      reveal: (id) => {
        if (fly(flow, id, true)) holds.current = false
      },
      centre() {
        const { left, top, width, height } = paneRect()
        return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
      },
      pane: paneRect,
    })
  }, [flow, fit])

  /** For React Flow: an event means that a person moves the view. */
  const onMoveStart = useCallback((event: unknown) => {
    if (event !== null) holds.current = false
  }, [])
  return { isFitted: isFitted || !isLarge, onMoveStart }
}
