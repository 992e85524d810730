import type { ReactFlowInstance } from '@xyflow/react'
import { graphStore } from '../../document/graph/graph-store.ts'
import { READABLE_ZOOM } from '../../document/graph/read-folded.ts'
import type { CanvasView } from '../../document/graph/canvas-view.ts'
import { boundsOf, type Rect, type Size } from '../../document/layout/geometry.ts'
import { coversOf, drawnRects, paneRect, placeOf, rectOf } from './drawn-rects.ts'
import { intoMiddle, openingView, viewOf } from './fit-view.ts'
import { isCovered, keepInView, roomsIn } from './keep-in-view.ts'
import { leastMove } from './least-move.ts'

/** Milliseconds. */
const FLIGHT = { duration: 180 }
const NEAR = 1

interface Zooms {
  /** The zoom to keep if it can be kept. */
  readonly zoom: number
  /** The smallest that may be taken. */
  readonly least: number
}

export type Camera = ReturnType<typeof createCamera>

/**
 * Moves the view of one canvas. It holds everything in view from the moment that it fitted everything, until a person or
 * a command moves it.
 */
export function createCamera(flow: ReactFlowInstance, minZoom: () => number) {
  const keep = keepInView()
  let holds = false
  let pane: Size | null = null
  let known: ReadonlySet<string> = new Set()

  /** Fits everything that is drawn, in `duration` milliseconds. A large graph opens at its entries. */
  function fit(duration: number, isOpening = false): void {
    const rects = drawnRects()
    if (rects.length === 0) return
    const { x, y, width, height } = paneRect()
    holds = true
    const covers = coversOf({ x, y })
    const view = (isOpening ? openingView : viewOf)(rects, { width, height }, covers, minZoom())
    const kept = (document.querySelector('.react-flow')?.getBoundingClientRect().width ?? width) - width
    void flow.setViewport(intoMiddle(view, rects, { width, height, kept }, covers), { duration })
  }

  /** Fits everything again if it was fitted. */
  function hold(): void {
    if (holds) fit(0, true)
  }

  /** Moves the view as little as shows `rects`, clear of the overlays where it can. Says whether it moved. */
  function show(rects: readonly Rect[], zooms: Zooms): boolean {
    const rect = paneRect()
    const view = flow.getViewport()
    const next = roomsIn(rect, coversOf(rect))
      .map((room) => ({ room, view: leastMove(view, boundsOf(rects), room, zooms) }))
      .find(({ room, view: tried }) => room.isLast || !isCovered(boundsOf(rects), tried, coversOf(rect)))?.view
    if (next === undefined || next === view) return false
    void flow.setViewport(next, FLIGHT)
    return true
  }

  /** Notes which nodes are shown now: what comes later is unfolded. */
  function noteKnown(): void {
    known = new Set(graphStore.getState().shown.nodes.map(({ id }) => id))
  }

  /** Widens the view to show unfolded nodes while all stay legible; moves to the unfolded ones otherwise. */
  function widen(): void {
    const ids = graphStore.getState().shown.nodes.map(({ id }) => id)
    const unfolded = ids.filter((id) => !known.has(id)).flatMap((id) => rectOf(id) ?? [])
    const rect = paneRect()
    if (holds && viewOf(drawnRects(), rect, coversOf(rect), minZoom()).zoom >= READABLE_ZOOM) fit(FLIGHT.duration)
    else if (unfolded.length > 0) {
      holds = false
      show(unfolded, { zoom: flow.getZoom(), least: READABLE_ZOOM })
    }
  }

  /** Shows what was in view before the pane changed its size. */
  function takePane(): void {
    const rect = paneRect()
    const { width, height } = rect
    const before = pane
    pane = { width, height }
    // The inspector took the room that was kept for it: a node that was just added stays where it was dropped.
    if (before?.width === width && before.height === height) return
    const next = keep(pane, flow.getViewport(), minZoom(), { rects: drawnRects(), covers: coversOf(rect) })
    if (holds) fit(0, true)
    else if (next !== null) void flow.setViewport(next)
  }

  /** Brings a node into the middle, large enough to be read. */
  function fly(node: string): void {
    const rect = placeOf(node)
    if (rect === undefined) return
    const { x, y, width, height } = rect
    void flow.setCenter(x + width / 2, y + height / 2, { zoom: Math.max(flow.getZoom(), NEAR), ...FLIGHT })
  }

  const release = (): void => {
    holds = false
  }
  const moving =
    <T extends readonly unknown[]>(move: (...given: T) => void) =>
    (...given: T): void => {
      release()
      move(...given)
    }

  /** The view that commands move. */
  const view: CanvasView = {
    fit: () => fit(FLIGHT.duration),
    zoomIn: moving(() => void flow.zoomIn(FLIGHT)),
    zoomOut: moving(() => void flow.zoomOut(FLIGHT)),
    flyTo: moving(fly),
    reveal(ids, leastZoom = 0) {
      const rects = [ids].flat().flatMap((id) => placeOf(id) ?? [])
      if (rects.length === 0) return
      if (show(rects, { zoom: Math.max(flow.getZoom(), leastZoom), least: minZoom() })) release()
    },
    toWindow: (at) => flow.flowToScreenPosition(at),
    toCanvas: (at) => flow.screenToFlowPosition(at),
    zoom: () => flow.getZoom(),
    centre() {
      const { left, top, width, height } = paneRect()
      return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
    },
    pane: paneRect,
  }

  return { fit, hold, widen, noteKnown, takePane, release, view }
}
