import type { Size } from '../layout/geometry.ts'
import type { Point } from '../layout/layout-file.ts'

/** The canvas's interface for commands. */
export interface CanvasView {
  fit(): void
  zoomIn(): void
  zoomOut(): void
  /** Brings a node into the middle. */
  flyTo(id: string): void
  /** Brings a node into the middle unless all of it is seen already. */
  reveal(id: string): void
  /** The middle of what is seen, in canvas units. */
  centre(): Point
  /** How large the canvas is on screen, in pixels. */
  pane(): Size
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
