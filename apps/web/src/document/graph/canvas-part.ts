import { createStore } from 'zustand/vanilla'

/** The person's view settings of the graph in this window: never saved. */
export interface CanvasPart {
  readonly folded: ReadonlySet<string>
  readonly focus: string | null
}

export const canvasPart = createStore<CanvasPart>(() => ({ folded: new Set(), focus: null }))

export function toggleFold(id: string): void {
  const folded = new Set(canvasPart.getState().folded)
  if (!folded.delete(id)) folded.add(id)
  canvasPart.setState({ folded })
}

export const focusOn = (focus: string | null): void => canvasPart.setState({ focus })

/** Shows the whole graph again. */
export const showWhole = (): void => canvasPart.setState({ folded: new Set(), focus: null })
