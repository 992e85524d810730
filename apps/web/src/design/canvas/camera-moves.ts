import type { ReactFlowInstance, Viewport } from '@xyflow/react'
import { boundsOf, type Rect, type Size } from '../../document/layout/geometry.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { coversOf, inspectorToCome, paneRect, paneWidth, placeOf, rectOf } from './drawn-rects.ts'
import { isCovered, keepInView, roomsIn } from './keep-in-view.ts'
import { leastMove, uncovered } from './least-move.ts'

/** Milliseconds. */
const FLIGHT = { duration: 180 }
const NEAR = 1

interface Zooms {
  /** The zoom to keep if it can be kept. */
  readonly zoom: number
  /** The smallest that may be taken. */
  readonly least: number
}

export type Moves = ReturnType<typeof createMoves>

/** The movements of a canvas's view after it opened, in a pane of the size `opened`. */
export function createMoves(flow: ReactFlowInstance, opened: Size) {
  /** The view that a flight leads to. */
  let aim: Viewport | null = null

  /** Moves the view as little as shows `rects`, clear of the overlays where it can. Says whether it moved. */
  function show(rects: readonly Rect[], zooms: Zooms): boolean {
    const { x, y, width, height } = paneRect()
    const room = new DOMRect(x, y, Math.max(1, Math.min(width, paneWidth() - inspectorToCome())), height)
    const view = flow.getViewport()
    const next = roomsIn(room, coversOf(room))
      .map((each) => ({ room: each, view: leastMove(view, boundsOf(rects), each, zooms) }))
      .find(({ room: each, view: tried }) => each.isLast || !isCovered(boundsOf(rects), tried, coversOf(room)))?.view
    if (next === undefined || next === view) return false
    aim = next
    void flow.setViewport(next, FLIGHT).then(() => {
      if (aim === next) aim = null
    })
    return true
  }

  /** Draws the selection clear of the inspector that just opened. Nothing else moves under the hand. */
  function uncoverSelected(): void {
    const rects = sessionStore.getState().selection.nodes.flatMap((id) => rectOf(id) ?? [])
    if (rects.length === 0) return
    const view = aim ?? flow.getViewport()
    const next = uncovered(view, boundsOf(rects), paneRect().width)
    if (next !== view) void flow.setViewport(next)
  }

  /** Brings a node into the middle, large enough to be read. */
  function fly(node: string): void {
    const rect = placeOf(node)
    if (rect === undefined) return
    const { x, y, width, height } = rect
    void flow.setCenter(x + width / 2, y + height / 2, { zoom: Math.max(flow.getZoom(), NEAR), ...FLIGHT })
  }

  return { show, uncoverSelected, fly, keep: keepInView(opened) }
}
