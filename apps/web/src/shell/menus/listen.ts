import { canvasView } from '../../document/graph/canvas-view.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { isTypedIn } from '../../document/commands/where-keys-belong.ts'
import type { Point } from '../../document/layout/layout-file.ts'
import { focusedNode, sessionStore } from '../../platform/session/session.ts'
import { kindAt, kindOfSelection } from './meant.ts'
import { menuStore } from './menu-store.ts'
import type { MenuKind } from './menus.ts'

/** A finger that rests so long asks for the menu; one that moves farther does something else. */
const LONG_MS = 500
const STILL = 10

const isOurs = (target: EventTarget | null): target is Element =>
  target instanceof Element &&
  sessionStore.getState().dialog === null &&
  !isTypedIn(target) &&
  target.closest('[role="dialog"], [role="menu"], [data-own-keys]') === null &&
  (getSelection()?.isCollapsed ?? true)

function open(kind: MenuKind, at: Point): void {
  menuStore.setState({ open: { kind, hand: { at, place: canvasView()?.toCanvas(at) ?? at } } })
}

/** At the node that is selected, else in the middle of the canvas. */
function placeOfSelection(): Point {
  const view = canvasView()
  const focus = focusedNode(sessionStore.getState())
  const at = focus === null ? undefined : graphStore.getState().places.get(focus)
  if (view === null) return { x: innerWidth / 2, y: innerHeight / 2 }
  const { x, y } = view.toWindow(at ?? view.centre())
  return at === undefined ? { x, y } : { x: x + 24, y: y + 24 }
}

const inside = ({ left, top, width, height }: DOMRect): Point => ({
  x: left + Math.min(width / 2, 80),
  y: top + height / 2,
})

/** Listens for the page's life: the right button, the menu key, and a finger that rests. */
export function listenForMenus(): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  let from: Point = { x: 0, y: 0 }
  let isTouched = false
  document.addEventListener('contextmenu', (event) => {
    const { target } = event
    if (!isOurs(target)) return
    // A key has no place: it means what has the focus, else the selection.
    const isKey = event.button !== 2 && !event.ctrlKey && !isTouched
    if (isKey && document.activeElement === document.body) {
      event.preventDefault()
      open(kindOfSelection(), placeOfSelection())
      return
    }
    const kind = kindAt(target)
    if (kind === null) return
    event.preventDefault()
    open(kind, isKey ? inside(target.getBoundingClientRect()) : { x: event.clientX, y: event.clientY })
  })

  const stop = (): void => clearTimeout(resting)
  document.addEventListener('pointerdown', ({ pointerType, isPrimary, clientX, clientY, target }) => {
    stop()
    isTouched = pointerType === 'touch'
    if (!isTouched || !isPrimary || !isOurs(target)) return
    from = { x: clientX, y: clientY }
    resting = setTimeout(() => {
      const kind = kindAt(target)
      if (kind !== null) open(kind, from)
    }, LONG_MS)
  })
  document.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > STILL) stop()
  })
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, stop)
}
