import type { Point } from '../document/layout-file.ts'
import type { EdgeRoutes } from './edge-geometry.ts'
import { contains, overlaps, type Rect } from '../layout/geometry.ts'
import { inkOf, paint, type Ink, type Mark, type Mounted, type Picture, type View } from './paint.ts'
import { createDarkroom, showShot, type Making, type Shot } from './picture-maker.ts'
import type { Scene, SceneEdge } from './scene.ts'

/** What of React Flow's state says where one looks. */
interface Window {
  readonly transform: readonly [number, number, number]
  readonly width: number
  readonly height: number
}
interface Shown {
  readonly scene: Scene
  readonly mounted: Mounted | null
  readonly marksOf: () => ReadonlyMap<string, Mark>
  readonly routes: EdgeRoutes
}
type Marks = ReadonlyMap<string, Mark>

/** So long a frame may look for ways of edges. */
const ROUTING_MS = 6
/** Up to so many nodes and delegations are painted in one frame. */
const A_FRAME = 400
/** What was mounted a moment ago is not on the last picture: better a late frame than a hole. */
const A_LATE_FRAME = 1200

const seenFrom = ({ x, y, zoom }: View, screen: Rect): Rect => ({
  x: (screen.x - x) / zoom,
  y: (screen.y - y) / zoom,
  width: screen.width / zoom,
  height: screen.height / zoom,
})

const isSame = (a: View, b: View): boolean => a.x === b.x && a.y === b.y && a.zoom === b.zoom

const amountIn = ({ tiles }: Scene, seen: Rect): number =>
  tiles.reduce((sum, { box, count }) => (overlaps(box, seen) ? sum + count : sum), 0)

/** Whether all of the graph is seen. */
function isWhole({ bounds }: Scene, seen: Rect): boolean {
  const end = { x: bounds.x + bounds.width, y: bounds.y + bounds.height }
  return contains(seen, bounds) && contains(seen, end)
}

/**
 * Paints a scene on `canvas` where `look` says one looks: at most once a frame, and of a pan only what came in sight.
 * What takes longer than a frame is painted beside it over several, while the last picture is shown in its place.
 */
export function createOverview(canvas: HTMLCanvasElement, look: () => Window) {
  // Opaque lets the browser skip blending, but the dots behind must be seen: so it is not.
  const context = canvas.getContext('2d')
  const darkroom = createDarkroom(canvas)
  let frame = 0
  let shown: Shown | null = null
  let ink: Ink | null = null
  let marks: Marks | null = null
  const ways = new Map<SceneEdge, Path2D>()
  let isLate: () => boolean = () => false
  let isPatient = true

  /** Ways are found a few a frame; until then an edge is a plain curve. */
  function wayOf(edge: SceneEdge): Path2D | undefined {
    const known = ways.get(edge)
    if (known !== undefined || shown === null) return known
    if (isLate()) {
      isPatient = false
      return undefined
    }
    const way = new Path2D(shown.routes.of(edge.edge)?.d)
    ways.set(edge, way)
    return way
  }

  /** From where the finished picture on the canvas was looked at; null where there is none on it. */
  let stands: View | null = null
  /** It shows what is not so any more. */
  let isStale = false
  let hadMounted = false
  let hasShownMuch = false
  let last: Shot | null = null
  /** One with all of the graph on it: what lies around the last one is on this. */
  let whole: Shot | null = null
  let making: Making | null = null

  function hold(next: { readonly last?: Shot; readonly whole?: Shot | null }): void {
    const before = new Set([last, whole])
    last = next.last ?? last
    whole = next.whole === undefined ? whole : next.whole
    for (const shot of before) if (shot !== null && shot !== last && shot !== whole) darkroom.release(shot)
  }

  function pictureOf(now: Shown): Picture {
    ink ??= inkOf(canvas)
    marks ??= now.marksOf()
    return { ...now, marks, ink, wayOf }
  }

  function paintPart(now: Shown, view: View, part: Rect): void {
    if (context === null || part.width <= 0 || part.height <= 0) return
    context.save()
    context.beginPath()
    context.rect(part.x, part.y, part.width, part.height)
    context.clip()
    context.clearRect(part.x, part.y, part.width, part.height)
    paint(context, pictureOf(now), view, seenFrom(view, part))
    context.restore()
  }

  /** Moves the picture by whole pixels and paints what came in sight. */
  function pan(now: Shown, view: View, { x: right, y: down }: Point, { width, height }: Rect): void {
    if (context === null) return
    const density = devicePixelRatio
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalCompositeOperation = 'copy'
    context.drawImage(canvas, right * density, down * density)
    context.globalCompositeOperation = 'source-over'
    context.setTransform(density, 0, 0, density, 0, 0)
    paintPart(now, view, { x: right > 0 ? 0 : width + right, y: 0, width: Math.abs(right), height })
    paintPart(now, view, { x: 0, y: down > 0 ? 0 : height + down, width, height: Math.abs(down) })
  }

  /** A frame of a picture that takes several; until it is done, the last one is shown in its place. */
  function paintOn(now: Shown, view: View, screen: Rect): void {
    if (context === null) return
    if (stands !== null) hold({ last: darkroom.copy(stands) })
    stands = null
    if (making === null) {
      isStale = false
      making = darkroom.make(pictureOf(now), view, seenFrom(view, screen))
    }
    if (making.next()) {
      hold({ last: making.shot, ...(isWhole(now.scene, seenFrom(making.shot.view, screen)) && { whole: making.shot }) })
      making = null
    }
    context.clearRect(0, 0, screen.width, screen.height)
    if (whole !== null && whole !== last) showShot(context, whole, view)
    if (last !== null) showShot(context, last, view)
    if (making === null && last !== null && !isStale && isSame(last.view, view)) stands = view
    else redraw()
  }

  function paintNow(now: Shown, view: View, screen: Rect): void {
    if (making !== null) darkroom.release(making.shot)
    making = null
    isStale = false
    paintPart(now, view, screen)
    stands = view
    if (isPatient) return
    isStale = true
    redraw()
  }

  function draw(): void {
    frame = 0
    if (context === null || shown === null) return
    const deadline = performance.now() + ROUTING_MS
    isLate = () => performance.now() > deadline
    isPatient = true
    const { transform, width, height } = look()
    const [x, y, zoom] = transform
    const density = devicePixelRatio
    const pixels = [Math.round(width * density), Math.round(height * density)] as const
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) {
      ;[canvas.width, canvas.height] = pixels
      stands = last = whole = making = null
    }
    const view = { x, y, zoom }
    const screen = { x: 0, y: 0, width, height }
    if (stands !== null && !isStale && stands.zoom === zoom) {
      const by = { x: x - stands.x, y: y - stands.y }
      if (by.x === 0 && by.y === 0) return
      const isSmall = Math.abs(by.x) < width / 2 && Math.abs(by.y) < height / 2
      if (isSmall && Number.isInteger(by.x * density) && Number.isInteger(by.y * density)) {
        pan(shown, view, by, screen)
        stands = view
        return
      }
    }
    context.setTransform(density, 0, 0, density, 0, 0)
    const amount = shown.mounted === null ? amountIn(shown.scene, seenFrom(view, screen)) : 0
    // The first picture is wanted at once, and there is none to show until then.
    const isMuch = amount > (hadMounted ? A_LATE_FRAME : A_FRAME)
    if (isMuch && hasShownMuch) paintOn(shown, view, screen)
    else paintNow(shown, view, screen)
    hasShownMuch ||= isMuch
    hadMounted = shown.mounted !== null
  }

  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  return {
    redraw,
    change(what: 'ink' | 'marks'): void {
      if (what === 'ink') {
        ink = null
        hold({ whole: null })
      }
      marks = null
      isStale = true
      redraw()
    },
    show(next: Shown): void {
      if (next.scene !== shown?.scene) {
        ways.clear()
        hold({ whole: null })
      }
      shown = next
      marks = null
      isStale = true
      redraw()
    },
    stop(): void {
      cancelAnimationFrame(frame)
    },
  }
}
