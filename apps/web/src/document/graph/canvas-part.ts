import { createStore } from 'zustand/vanilla'
import { sessionStore } from '../../platform/session/session.ts'
import { graphStore } from './graph-store.ts'
import { unfolded, unfoldedTo } from './read-folded.ts'
import { visiblePart } from './visible-part.ts'

/** The person's view settings of the graph in this window: never saved. */
export interface CanvasPart {
  readonly folded: ReadonlySet<string>
  readonly focus: string | null
  /** The node that was folded or unfolded last: it stays where it is while the others are laid out. */
  readonly anchor: string | null
}

export const canvasPart = createStore<CanvasPart>(() => ({ folded: new Set(), focus: null, anchor: null }))

/** All that can be shown, with nothing folded. */
export function wholeGraph() {
  const { activities } = sessionStore.getState().panels
  return visiblePart(graphStore.getState().graph, { activities, folded: new Set(), focus: null }).shown
}

const shownIds = (): ReadonlySet<string> => new Set(graphStore.getState().shown.nodes.map(({ id }) => id))

export function toggleFold(id: string): void {
  const { folded } = canvasPart.getState()
  const next = folded.has(id) ? unfolded(wholeGraph(), folded, id, shownIds()) : new Set([...folded, id])
  canvasPart.setState({ folded: next, anchor: id })
}

export const focusOn = (focus: string | null): void => canvasPart.setState({ focus })

export const foldTo = (folded: ReadonlySet<string>): void => canvasPart.setState({ folded, anchor: null })

/** Shows the whole graph again. */
export const showWhole = (): void => canvasPart.setState({ folded: new Set(), focus: null, anchor: null })

/** Shows a node that is folded away, with the way to it; a call path that it is not on is left. */
export function showNode(id: string): void {
  const { folded, focus } = canvasPart.getState()
  const next =
    folded.size === 0 ? folded : unfoldedTo(wholeGraph(), folded, id, focus === null ? shownIds() : new Set())
  canvasPart.setState({ folded: next, focus: null, anchor: null })
}
