import type { ReactFlowInstance, Viewport } from '@xyflow/react'
import { graphStore } from '../../document/graph/graph-store.ts'
import { READABLE_ZOOM } from '../../document/graph/read-folded.ts'
import type { CanvasView } from '../../document/graph/canvas-view.ts'
import type { Moves } from './camera-moves.ts'
import { coversOf, drawnRects, inspectorToCome, paneRect, paneWidth, placeOf, rectOf } from './drawn-rects.ts'
import { intoMiddle, openingView, viewOf } from './fit-view.ts'

/** Milliseconds. */
const FLIGHT = { duration: 180 }
/** A fitted graph leaves room for the inspector if that keeps so much of its zoom. */
const LITTLE_SMALLER = 0.85

export type Camera = ReturnType<typeof createCamera>

/**
 * Moves the view of one canvas. It holds everything in view from the moment that it fitted everything, until a person or
 * a command moves it.
 */
export function createCamera(flow: ReactFlowInstance, minZoom: () => number) {
  let holds = false
  /** The whole pane, and the width of the inspector that a selection opens. */
  let before = { width: 0, height: 0, all: 0, toCome: 0 }
  let known: ReadonlySet<string> = new Set()
  let moves: Moves | null = null

  /** The first view needs no movements: their code comes after it. */
  async function prepare(): Promise<Moves> {
    const { createMoves } = await import('./camera-moves.ts')
    return (moves ??= createMoves(flow, before))
  }

  /** At once if the code is there: a view read in between would be of a gesture that went on. */
  function withMoves(move: (loaded: Moves) => void): void {
    if (moves === null) void prepare().then(move)
    else move(moves)
  }

  /** Fits everything that is drawn, in `duration` milliseconds. A large graph opens at its entries. */
  function fit(duration: number, isOpening = false): void {
    const rects = drawnRects()
    if (rects.length === 0) return
    const { x, y, width, height } = paneRect()
    holds = true
    const covers = coversOf({ x, y })
    const viewIn = (room: number): Viewport =>
      (isOpening ? openingView : viewOf)(rects, { width: room, height }, covers, minZoom())
    const all = paneWidth()
    const narrow = Math.max(1, Math.min(width, all - inspectorToCome()))
    const [whole, beside] = [viewIn(width), viewIn(narrow)]
    const isRoomy = beside.zoom >= whole.zoom * LITTLE_SMALLER
    const room = isRoomy ? narrow : width
    const view = intoMiddle(isRoomy ? beside : whole, rects, { width: room, height, kept: all - room }, covers)
    void flow.setViewport(view, { duration })
  }

  /** Fits everything again if it was fitted. */
  function hold(): void {
    if (holds) fit(0, true)
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
      withMoves(({ show }) => void show(unfolded, { zoom: flow.getZoom(), least: READABLE_ZOOM }))
    }
  }

  /** Shows what was in view before the pane changed its size. A selection that opens the inspector moves nothing else. */
  function takePane(): void {
    const rect = paneRect()
    const { width, height } = rect
    const old = before
    before = { width, height, all: paneWidth(), toCome: inspectorToCome() }
    const isSame = old.width === width && old.height === height
    const next =
      isSame || moves === null
        ? null
        : moves.keep(before, flow.getViewport(), minZoom(), { rects: drawnRects(), covers: coversOf(rect) })
    const opens = old.toCome > 0 && before.toCome === 0 && before.all < old.all
    const closes = old.toCome === 0 && before.toCome > 0
    if (opens) withMoves(({ uncoverSelected }) => uncoverSelected())
    // The inspector took the room that was kept for it: a node that was just added stays where it was dropped.
    else if (isSame) return
    else if (holds) fit(0, true)
    else if (next !== null && !closes) void flow.setViewport(next)
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
    flyTo: moving((node) => withMoves(({ fly }) => fly(node))),
    reveal(ids, leastZoom = 0) {
      const rects = [ids].flat().flatMap((id) => placeOf(id) ?? [])
      if (rects.length === 0) return
      const zooms = { zoom: Math.max(flow.getZoom(), leastZoom), least: minZoom() }
      withMoves(({ show }) => {
        if (show(rects, zooms)) release()
      })
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

  return { fit, hold, widen, noteKnown, takePane, release, view, prepare }
}
