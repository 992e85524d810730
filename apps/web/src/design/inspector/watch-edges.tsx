import { createRoot, type Root } from 'react-dom/client'
import { graphStore } from '../../document/graph/graph-store.ts'
import { EdgeWall } from './EdgeWall.tsx'

/** A pointer on its way somewhere else shows nothing. */
const REST_MS = 120
const EDGE = '.react-flow__edge[data-id], [data-edge]'

let root: Root | null = null
let shown: string | null = null
let waiting: ReturnType<typeof setTimeout> | undefined

const hide = (): void => {
  clearTimeout(waiting)
  if (shown !== null) root?.render(null)
  shown = null
}

const show = (id: string, at: { readonly x: number; readonly y: number }): void => {
  const edge = graphStore.getState().shown.edges.find((each) => each.id === id)
  // Edges to code or a server have no wall.
  if (edge === undefined || /^(?:activity|mcp):/u.test(edge.to)) return
  if (root === null) {
    const box = document.createElement('div')
    document.body.append(box)
    root = createRoot(box)
  }
  root.render(<EdgeWall edge={edge} at={at} />)
}

const edgeAt = (target: EventTarget | null): string | null => {
  const found = target instanceof Element ? target.closest<HTMLElement | SVGElement>(EDGE) : null
  return found === null ? null : (found.dataset.edge ?? found.dataset.id ?? null)
}

const arrive = (id: string | null, at: { readonly x: number; readonly y: number }): void => {
  if (id === shown) return
  hide()
  if (id === null) return
  shown = id
  waiting = setTimeout(() => show(id, at), REST_MS)
}

/** Where the pointer last pressed: a view that then moves brings an edge under it without a gesture. */
let pressed = { x: -1, y: -1 }

/** Shows the wall of the delegation that pointer or focus rests on. Call once. */
export function watchEdges(): void {
  document.addEventListener('pointerover', ({ target, clientX: x, clientY: y }) =>
    arrive(x === pressed.x && y === pressed.y ? null : edgeAt(target), { x, y }),
  )
  document.addEventListener('focusin', ({ target }) => {
    const id = edgeAt(target)
    if (id === null || !(target instanceof Element) || !target.matches(':focus-visible')) return
    const { left, bottom } = target.getBoundingClientRect()
    arrive(id, { x: left, y: bottom })
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
    pressed = { x, y }
    hide()
  })
  document.addEventListener('wheel', hide, { passive: true })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
}
