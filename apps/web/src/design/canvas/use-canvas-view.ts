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
import { intoMiddle, openingView, viewOf } from './fit-view.ts'
import { boundsOf, sizeOf, type Rect, type Size } from '../../document/layout/geometry.ts'
import { foldedHolders } from '../../document/layout/group-tree.ts'
import { framesOf } from '../../document/layout/group-frames.ts'
import { isCovered, keepInView, roomsIn } from './keep-in-view.ts'
import { leastMove } from './least-move.ts'

const FLIGHT = { duration: 180 }
const NEAR = 1

/** The pane without the room that the inspector takes once something is selected: opening it moves nothing. */
function paneRect(): DOMRect {
  const pane = document.querySelector('.react-flow')
  if (pane === null) return new DOMRect()
  const { x, y, width, height } = pane.getBoundingClientRect()
  return new DOMRect(x, y, width - keptOf(pane), height)
}
const keptOf = (pane: Element): number => Number.parseFloat(getComputedStyle(pane).getPropertyValue('--kept')) || 0
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

/** Where nodes are drawn: one in a folded group at the group's place. Shows the whole graph where a part leaves one out. */
function placeOf(node: string): Rect | undefined {
  const { groups } = graphStore.getState()
  const id = foldedHolders(groups).get(node) ?? node
  if (isHidden(id)) showNode(id)
  return rectOf(id)
}

/** Brings a node into the middle, large enough to be read. */
function fly(flow: ReactFlowInstance, node: string): void {
  const rect = placeOf(node)
  if (rect === undefined) return
  const { x, y, width, height } = rect
  void flow.setCenter(x + width / 2, y + height / 2, { zoom: Math.max(flow.getZoom(), NEAR), ...FLIGHT })
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

/** The hidden nodes as a string, which changes when something is folded or unfolded. */
const hiddenOf = ({ hidden }: ReturnType<typeof graphStore.getState>): string => [...hidden.keys()].join(' ')

/** Whether everything has its place: the layout of a large graph comes a moment after its nodes. */
const isPlaced = ({ shown, places }: ReturnType<typeof graphStore.getState>): boolean =>
  shown.nodes.every(({ id }) => places.has(id))

const sizeOfPane = ({ width, height }: ReactFlowState): string => `${width} ${height}`

/**
 * Lets commands move the view, and fits it at first. A view that is fitted stays so when its pane changes its size,
 * another graph is drawn, or Activities are shown or hidden; one that a person moved is theirs, and shows what it showed
 * when its pane changes its size.
 * `scene` is that of a large graph.
 */
export function useCanvasView(isLarge: boolean) {
  const flow = useReactFlow()
  const store = useStoreApi()
  const isReady = useStore(canLook)
  const size = useStore(sizeOfPane)
  const hasNodes = useGraphStore(graphStore, ({ shown, places }) => shown.nodes.some(({ id }) => places.has(id)))
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
      const covers = coversOf(pane)
      const view = (isOpening ? openingView : viewOf)(rects, pane, covers, minZoom)
      const { width, height } = pane
      const kept = (document.querySelector('.react-flow')?.getBoundingClientRect().width ?? width) - width
      void flow.setViewport(intoMiddle(view, rects, { width, height, kept }, covers), { duration })
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
  }, [recorded, withActivities, fit])

  /** Moves the view as little as shows `rects`, clear of the overlays where it can. Says whether it moved. */
  const show = useCallback(
    (rects: readonly Rect[], zooms: { readonly zoom: number; readonly least: number }): boolean => {
      const pane = paneRect()
      const view = flow.getViewport()
      const next = roomsIn(pane, coversOf(pane))
        .map((room) => ({ room, view: leastMove(view, boundsOf(rects), room, zooms) }))
        .find(({ room, view: tried }) => room.isLast || !isCovered(boundsOf(rects), tried, coversOf(pane)))?.view
      if (next === undefined || next === view) return false
      void flow.setViewport(next, FLIGHT)
      return true
    },
    [flow],
  )

  /** The view widens to show unfolded nodes while all stay legible; otherwise it moves to the unfolded ones. */
  const known = useRef<ReadonlySet<string>>(new Set())
  const widen = useCallback(() => {
    const ids = graphStore.getState().shown.nodes.map(({ id }) => id)
    const unfolded = ids.filter((id) => !known.current.has(id)).flatMap((id) => rectOf(id) ?? [])
    const pane = paneRect()
    const { minZoom } = store.getState()
    if (holds.current && viewOf(drawnRects(), pane, coversOf(pane), minZoom).zoom >= READABLE_ZOOM) fit(FLIGHT.duration)
    else if (unfolded.length > 0) {
      holds.current = false
      show(unfolded, { zoom: flow.getZoom(), least: READABLE_ZOOM })
    }
  }, [fit, flow, show, store])
  const noteKnown = (): void => {
    known.current = new Set(graphStore.getState().shown.nodes.map(({ id }) => id))
  }

  // A node that is added later has no place for a moment either; the view must not move for it.
  const wasPlaced = useRef(false)
  const isUnfolding = useRef(false)
  useEffect(() => {
    if (!placed || (wasPlaced.current && !isUnfolding.current)) return undefined
    const frame = requestAnimationFrame(() => {
      if (wasPlaced.current) widen()
      else if (holds.current) fit(0, true)
      noteKnown()
      wasPlaced.current = true
      isUnfolding.current = false
    })
    return () => cancelAnimationFrame(frame)
  }, [placed, fit, widen])

  const keep = useRef(keepInView())
  const lastPane = useRef<Size | null>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const pane = paneRect()
      const { width, height } = pane
      const before = lastPane.current
      lastPane.current = { width, height }
      // The inspector took the room that was kept for it: a node that was just added stays where it was dropped.
      if (before?.width === width && before.height === height) return
      const { minZoom } = store.getState()
      const drawn = { rects: drawnRects(), covers: coversOf(pane) }
      const next = keep.current({ width, height }, flow.getViewport(), minZoom, drawn)
      if (holds.current) fit(0, true)
      else if (next !== null) void flow.setViewport(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [size, flow, store, fit])

  const lastHidden = useRef(hidden)
  useEffect(() => {
    if (lastHidden.current === hidden) return undefined
    lastHidden.current = hidden
    // Unfolded nodes of a large graph get their places a moment later.
    isUnfolding.current = true
    const frame = requestAnimationFrame(() => {
      widen()
      if (isPlaced(graphStore.getState())) noteKnown()
    })
    return () => cancelAnimationFrame(frame)
  }, [hidden, widen])

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
      flyTo: (id) => moving(() => fly(flow, id))(),
      reveal(ids, leastZoom = 0) {
        const rects = [ids].flat().flatMap((id) => placeOf(id) ?? [])
        if (rects.length === 0) return
        const zooms = { zoom: Math.max(flow.getZoom(), leastZoom), least: store.getState().minZoom }
        if (show(rects, zooms)) holds.current = false
      },
      toWindow: (at) => flow.flowToScreenPosition(at),
      toCanvas: (at) => flow.screenToFlowPosition(at),
      zoom: () => flow.getZoom(),
      centre() {
        const { left, top, width, height } = paneRect()
        return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
      },
      pane: paneRect,
    })
  }, [flow, store, fit, show])

  /** For React Flow: an event means that a person moves the view. */
  const onMoveStart = useCallback((event: unknown) => {
    if (event !== null) holds.current = false
  }, [])
  return { isFitted: isFitted || !isLarge, onMoveStart }
}
