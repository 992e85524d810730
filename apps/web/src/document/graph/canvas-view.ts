import type { Size } from '../layout/geometry.ts'
import type { Point } from '../layout/layout-file.ts'

/** The canvas's interface for commands. */
export interface CanvasView {
  fit(): void
  zoomIn(): void
  zoomOut(): void
  /** Brings a node into the middle. */
  flyTo(id: string): void
  /**
   * Moves the view just far enough to show all of these nodes, and not at all if they are visible. Zooms out only if
   * they don't fit, and in only up to `leastZoom`, so that a name is readable while a person edits it.
   */
  reveal(ids: string | readonly string[], leastZoom?: number): void
  /** The middle of what is seen, in canvas units. */
  centre(): Point
  /** How large the canvas is on screen, in pixels. */
  pane(): Size
  /** A place of the canvas in pixels of the window, and back. */
  toWindow(at: Point): Point
  toCanvas(at: Point): Point
  zoom(): number
}

let current: CanvasView | null = null

/** The canvas registers itself while it is mounted. */
export function registerCanvasView(view: CanvasView): () => void {
  current = view
  return () => {
    if (current === view) current = null
  }
}

export const canvasView = (): CanvasView | null => current
