import type { EdgeRoutes } from './edge-geometry.ts'
import { inkOf, paint, type Ink, type Mark, type Mounted, type View } from './paint.ts'
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

/** Paints a scene on `canvas` where `look` says one looks: at most once a frame, and of a pan only what came in sight. */
export function createOverview(canvas: HTMLCanvasElement, look: () => Window) {
  // Opaque lets the browser skip blending, but the dots behind must be seen: so it is not.
  const context = canvas.getContext('2d')
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

  /** What the canvas holds; null where it has to be painted whole. */
  let held: View | null = null

  function strip(view: View, left: number, top: number, width: number, height: number): void {
    if (context === null || shown === null || width <= 0 || height <= 0) return
    ink ??= inkOf(canvas)
    marks ??= shown.marksOf()
    context.save()
    context.beginPath()
    context.rect(left, top, width, height)
    context.clip()
    context.clearRect(left, top, width, height)
    const { x, y, zoom } = view
    const seen = { x: (left - x) / zoom, y: (top - y) / zoom, width: width / zoom, height: height / zoom }
    paint(context, { ...shown, marks, ink, wayOf }, view, seen)
    context.restore()
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
      held = null
    }
    const view = { x, y, zoom }
    const [right, down] = held === null ? [NaN, NaN] : [x - held.x, y - held.y]
    const isPan =
      held?.zoom === zoom &&
      Number.isInteger(right * density) &&
      Number.isInteger(down * density) &&
      Math.abs(right) < width / 2 &&
      Math.abs(down) < height / 2
    if (isPan && right === 0 && down === 0) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    if (isPan) {
      context.globalCompositeOperation = 'copy'
      context.drawImage(canvas, right * density, down * density)
      context.globalCompositeOperation = 'source-over'
      context.setTransform(density, 0, 0, density, 0, 0)
      if (right !== 0) strip(view, right > 0 ? 0 : width + right, 0, Math.abs(right), height)
      if (down !== 0) strip(view, 0, down > 0 ? 0 : height + down, width, Math.abs(down))
    } else {
      context.setTransform(density, 0, 0, density, 0, 0)
      strip(view, 0, 0, width, height)
    }
    held = isPatient ? view : null
    if (!isPatient) redraw()
  }

  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  return {
    redraw,
    change(what: 'ink' | 'marks'): void {
      if (what === 'ink') ink = null
      marks = null
      held = null
      redraw()
    },
    show(next: Shown): void {
      if (next.scene !== shown?.scene) ways.clear()
      shown = next
      marks = null
      held = null
      redraw()
    },
    stop(): void {
      cancelAnimationFrame(frame)
    },
  }
}
