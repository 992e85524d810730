import type { Point } from '../../document/layout/layout-file.ts'
import type { EdgeRoutes } from './edge-geometry.ts'
import { contains, overlaps, type Rect } from '../../document/layout/geometry.ts'
import { inkOf, paint, type Ink, type Mark, type Mounted, type Picture, type View } from './paint.ts'
import { createAlbum } from './album.ts'
import { createDarkroom, type Making } from './picture-maker.ts'
import type { Scene } from './scene.ts'
import { createWays } from './ways.ts'

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
  const ways = createWays()
  const album = createAlbum(darkroom.release)
  /** From where the finished picture on the canvas was looked at; null where there is none on it. */
  let stands: View | null = null
  /** It shows what is not so any more. */
  let isStale = false
  let hadMounted = false
  let hasShownMuch = false
  let making: Making | null = null

  function pictureOf(now: Shown): Picture {
    ink ??= inkOf(canvas)
    marks ??= now.marksOf()
    return { ...now, marks, ink, wayOf: (edge) => ways.of(edge, now.routes) }
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
    if (stands !== null) album.keep(darkroom.copy(stands), false)
    stands = null
    if (making === null) {
      isStale = false
      making = darkroom.make(pictureOf(now), view, seenFrom(view, screen))
    }
    if (making.next()) {
      album.keep(making.shot, isWhole(now.scene, seenFrom(making.shot.view, screen)))
      making = null
    }
    context.clearRect(0, 0, screen.width, screen.height)
    const from = album.show(context, view)
    if (making === null && from !== null && !isStale && isSame(from, view)) stands = view
    else redraw()
  }

  function paintNow(now: Shown, view: View, screen: Rect): void {
    if (making !== null) darkroom.release(making.shot)
    making = null
    isStale = false
    paintPart(now, view, screen)
    stands = view
    if (ways.hadAll()) return
    isStale = true
    redraw()
  }

  function draw(): void {
    frame = 0
    if (context === null || shown === null) return
    ways.beginFrame()
    const { transform, width, height } = look()
    const [x, y, zoom] = transform
    const density = devicePixelRatio
    const pixels = [Math.round(width * density), Math.round(height * density)] as const
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) {
      ;[canvas.width, canvas.height] = pixels
      stands = making = null
      album.clear()
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
        album.forgetWhole()
      }
      marks = null
      isStale = true
      redraw()
    },
    show(next: Shown): void {
      if (next.scene !== shown?.scene) {
        ways.clear()
        album.forgetWhole()
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
