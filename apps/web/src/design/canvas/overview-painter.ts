import type { Point } from '../../document/layout/layout-file.ts'
import type { EdgeRoutes } from './edge-geometry.ts'
import { contains, overlaps, type Rect } from '../../document/layout/geometry.ts'
import { inkOf, paint, type Ink, type Mark, type Mounted, type Picture, type View } from './paint.ts'
import { createAlbum } from './album.ts'
import { createDarkroom, type Making } from './picture-maker.ts'
import type { Scene } from './scene.ts'
import { createWays } from './ways.ts'

/** React Flow's state of the view. */
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
/** Recently mounted nodes aren't in the last picture: a late frame is better than a hole. */
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

/** Paints a scene for the view of `look`, at most once a frame. Slow pictures are painted over several frames. */
export class OverviewPainter {
  readonly #canvas: HTMLCanvasElement
  readonly #look: () => Window
  // Opaque lets the browser skip blending, but the dots behind must be seen: so it is not.
  readonly #context: CanvasRenderingContext2D | null
  readonly #darkroom: ReturnType<typeof createDarkroom>
  readonly #album: ReturnType<typeof createAlbum>
  readonly #ways = createWays()
  #frame = 0
  #shown: Shown | null = null
  #ink: Ink | null = null
  #marks: Marks | null = null
  /** From where the finished picture on the canvas was looked at; null where there is none on it. */
  #stands: View | null = null
  /** The picture is out of date. */
  #isStale = false
  #hadMounted = false
  #hasShownMuch = false
  #making: Making | null = null

  constructor(canvas: HTMLCanvasElement, look: () => Window) {
    this.#canvas = canvas
    this.#look = look
    this.#context = canvas.getContext('2d')
    this.#darkroom = createDarkroom(canvas)
    this.#album = createAlbum(this.#darkroom.release)
  }

  redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#draw)
  }

  change(what: 'ink' | 'marks'): void {
    if (what === 'ink') {
      this.#ink = null
      this.#album.forgetWhole()
    }
    this.#marks = null
    this.#isStale = true
    this.redraw()
  }

  show(next: Shown): void {
    if (next.scene !== this.#shown?.scene) {
      this.#ways.clear()
      this.#album.forgetWhole()
    }
    this.#shown = next
    this.#marks = null
    this.#isStale = true
    this.redraw()
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  #pictureOf(now: Shown): Picture {
    this.#ink ??= inkOf(this.#canvas)
    this.#marks ??= now.marksOf()
    return { ...now, marks: this.#marks, ink: this.#ink, wayOf: (edge) => this.#ways.of(edge, now.routes) }
  }

  #paintPart(now: Shown, view: View, part: Rect): void {
    if (this.#context === null || part.width <= 0 || part.height <= 0) return
    this.#context.save()
    this.#context.beginPath()
    this.#context.rect(part.x, part.y, part.width, part.height)
    this.#context.clip()
    this.#context.clearRect(part.x, part.y, part.width, part.height)
    paint(this.#context, this.#pictureOf(now), view, seenFrom(view, part))
    this.#context.restore()
  }

  /** Moves the picture by whole pixels and paints what came in sight. */
  #pan(now: Shown, view: View, { x: right, y: down }: Point, { width, height }: Rect): void {
    if (this.#context === null) return
    const density = devicePixelRatio
    this.#context.setTransform(1, 0, 0, 1, 0, 0)
    this.#context.globalCompositeOperation = 'copy'
    this.#context.drawImage(this.#canvas, right * density, down * density)
    this.#context.globalCompositeOperation = 'source-over'
    this.#context.setTransform(density, 0, 0, density, 0, 0)
    this.#paintPart(now, view, { x: right > 0 ? 0 : width + right, y: 0, width: Math.abs(right), height })
    this.#paintPart(now, view, { x: 0, y: down > 0 ? 0 : height + down, width, height: Math.abs(down) })
  }

  /** A frame of a picture that takes several; until it is done, the last one is shown in its place. */
  #paintOn(now: Shown, view: View, screen: Rect): void {
    if (this.#context === null) return
    if (this.#stands !== null) this.#album.keep(this.#darkroom.copy(this.#stands), false)
    this.#stands = null
    if (this.#making === null) {
      this.#isStale = false
      this.#making = this.#darkroom.make(this.#pictureOf(now), view, seenFrom(view, screen))
    }
    if (this.#making.next()) {
      this.#album.keep(this.#making.shot, isWhole(now.scene, seenFrom(this.#making.shot.view, screen)))
      this.#making = null
    }
    this.#context.clearRect(0, 0, screen.width, screen.height)
    const from = this.#album.show(this.#context, view)
    if (this.#making === null && from !== null && !this.#isStale && isSame(from, view)) this.#stands = view
    else this.redraw()
  }

  #paintNow(now: Shown, view: View, screen: Rect): void {
    if (this.#making !== null) this.#darkroom.release(this.#making.shot)
    this.#making = null
    this.#isStale = false
    this.#paintPart(now, view, screen)
    this.#stands = view
    if (this.#ways.hadAll()) return
    this.#isStale = true
    this.redraw()
  }

  /** Gives the canvas the size of the window; what was painted in another size does not fit. */
  #fit(width: number, height: number): void {
    const [across, down] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)]
    if (this.#canvas.width === across && this.#canvas.height === down) return
    this.#canvas.width = across
    this.#canvas.height = down
    this.#stands = this.#making = null
    this.#album.clear()
  }

  /** Whether the finished picture, moved by whole pixels, is the one that `view` wants. */
  #panned(now: Shown, view: View, screen: Rect): boolean {
    if (this.#stands === null || this.#isStale || this.#stands.zoom !== view.zoom) return false
    const by = { x: view.x - this.#stands.x, y: view.y - this.#stands.y }
    if (by.x === 0 && by.y === 0) return true
    const isSmall = Math.abs(by.x) < screen.width / 2 && Math.abs(by.y) < screen.height / 2
    if (!isSmall || !Number.isInteger(by.x * devicePixelRatio) || !Number.isInteger(by.y * devicePixelRatio))
      return false
    this.#pan(now, view, by, screen)
    this.#stands = view
    return true
  }

  readonly #draw = (): void => {
    this.#frame = 0
    const now = this.#shown
    if (this.#context === null || now === null) return
    this.#ways.beginFrame()
    const { transform, width, height } = this.#look()
    const [x, y, zoom] = transform
    this.#fit(width, height)
    const view = { x, y, zoom }
    const screen = { x: 0, y: 0, width, height }
    if (this.#panned(now, view, screen)) return
    this.#context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    const amount = now.mounted === null ? amountIn(now.scene, seenFrom(view, screen)) : 0
    // The first picture is wanted at once, and there is none to show until then.
    const isMuch = amount > (this.#hadMounted ? A_LATE_FRAME : A_FRAME)
    if (isMuch && this.#hasShownMuch) this.#paintOn(now, view, screen)
    else this.#paintNow(now, view, screen)
    this.#hasShownMuch ||= isMuch
    this.#hadMounted = now.mounted !== null
  }
}
