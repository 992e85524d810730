import type { Rect } from '../../document/layout/geometry.ts'
import { paintSteps, type Picture, type View } from './paint.ts'

/** So long a frame may paint at what is not shown yet. */
const SLICE_MS = 7

/** A picture in memory, as large as the one on screen, with where it was looked at from. */
export interface Shot {
  readonly canvas: HTMLCanvasElement
  readonly view: View
}
/** A picture that is being made: `next` takes a few milliseconds and says whether it is done. */
export interface Making {
  readonly shot: Shot
  next(): boolean
}

const contextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D | null =>
  // Drawn by the processor, which is done when it says so; a graphics card would have to be waited for.
  canvas.getContext('2d', { willReadFrequently: true })

/** Canvases in memory of the size of `like`; what is not used any more is used again. */
export function createDarkroom(like: HTMLCanvasElement) {
  const free: HTMLCanvasElement[] = []
  function take(): HTMLCanvasElement {
    const canvas = free.pop() ?? document.createElement('canvas')
    // Setting a size empties it, too.
    canvas.width = like.width
    canvas.height = like.height
    return canvas
  }
  return {
    /** The picture on the screen, for use elsewhere. */
    copy(view: View): Shot {
      const canvas = take()
      contextOf(canvas)?.drawImage(like, 0, 0)
      return { canvas, view }
    },
    /** Forces painting step by step by reading a pixel: canvases defer it, and all of it would block one frame. */
    make(picture: Picture, view: View, seen: Rect): Making {
      const canvas = take()
      const context = contextOf(canvas)
      context?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
      const steps = context === null ? null : paintSteps(context, picture, view, seen)
      return {
        shot: { canvas, view },
        next() {
          const deadline = performance.now() + SLICE_MS
          while (performance.now() < deadline) {
            if (steps === null || steps.next().done === true) return true
            context?.getImageData(0, 0, 1, 1)
          }
          return false
        },
      }
    },
    release({ canvas }: Shot): void {
      if (!free.includes(canvas)) free.push(canvas)
    },
  }
}

/** Where a picture is on the screen, in pixels, when one looks from `view`. */
export function screenOf({ canvas, view: from }: Shot, view: View): Rect {
  const scale = view.zoom / from.zoom
  return {
    x: view.x - from.x * scale,
    y: view.y - from.y * scale,
    width: (canvas.width / devicePixelRatio) * scale,
    height: (canvas.height / devicePixelRatio) * scale,
  }
}

/** Shows a picture as it looks from `view`: in its place and size, only less sharp. */
export function showShot(context: CanvasRenderingContext2D, shot: Shot, view: View): void {
  const { x, y, width, height } = screenOf(shot, view)
  context.clearRect(x, y, width, height)
  context.drawImage(shot.canvas, x, y, width, height)
}
