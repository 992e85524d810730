import { t } from '../../platform/i18n/index.ts'
import { canvasPart, focusOn } from '../graph/canvas-part.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { graphStore } from '../graph/graph-store.ts'
import { isInside, leaveIdea } from '../graph/inside.ts'
import { NOTHING, announce, focusedNode, selectNode, sessionStore } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

type Direction = 'next' | 'previous' | 'above' | 'below'

/** The node one step away: along an edge for left and right, else the nearest in that direction. */
export function stepFrom(from: string | null, direction: Direction): string | null {
  const { shown, places } = graphStore.getState()
  const first = shown.nodes[0]?.id ?? null
  const here = from === null ? undefined : places.get(from)
  if (from === null || here === undefined) return first
  if (direction === 'next') {
    const along = shown.edges.find((edge) => edge.from === from)
    if (along !== undefined) return along.to
  }
  if (direction === 'previous') {
    const back = shown.edges.find((edge) => edge.to === from)
    if (back !== undefined) return back.from
  }
  const vertical = direction === 'above' || direction === 'below'
  const sign = direction === 'next' || direction === 'below' ? 1 : -1
  const others = shown.nodes.flatMap(({ id }) => {
    const at = places.get(id)
    if (id === from || at === undefined) return []
    const main = (vertical ? at.y - here.y : at.x - here.x) * sign
    const aside = Math.abs(vertical ? at.x - here.x : at.y - here.y)
    return main > 0 ? [{ id, cost: main + aside * 2 }] : []
  })
  return others.sort((a, b) => a.cost - b.cost)[0]?.id ?? null
}

const walk = (id: Direction, key: string): Command => ({
  id,
  label: `command.${id}`,
  group: 'go',
  keys: [key],
  isEnabled: always,
  run() {
    const next = stepFrom(focusedNode(sessionStore.getState()), id)
    if (next === null) return
    selectNode(next)
    canvasView()?.reveal(next)
    const node = graphStore.getState().graph.nodes.find((each) => each.id === next)
    announce(t('canvas.nodeAt', { name: node?.title ?? node?.name ?? next }))
  },
})

export const walks: readonly Command[] = [
  walk('next', 'ArrowRight'),
  walk('previous', 'ArrowLeft'),
  walk('above', 'ArrowUp'),
  walk('below', 'ArrowDown'),
]

/** Out of the Idea that is shown, else out of the selection, else out of a call path. */
export const back: Command = {
  id: 'back',
  label: 'command.back',
  group: 'go',
  keys: ['Escape'],
  isEnabled: () => isInside() || focusedNode(sessionStore.getState()) !== null || canvasPart.getState().focus !== null,
  run() {
    if (isInside()) leaveIdea()
    else if (focusedNode(sessionStore.getState()) !== null) sessionStore.setState({ selection: NOTHING })
    else focusOn(null)
  },
}
