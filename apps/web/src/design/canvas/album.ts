import type { View } from './paint.ts'
import { showShot, type Shot } from './picture-maker.ts'

/** The pictures that are shown until a new one is done: the last one and, around it, one with all of the graph on it. */
export function createAlbum(release: (shot: Shot) => void) {
  let last: Shot | null = null
  let whole: Shot | null = null
  function hold(nextLast: Shot | null, nextWhole: Shot | null): void {
    const before = new Set([last, whole])
    last = nextLast
    whole = nextWhole
    for (const shot of before) if (shot !== null && shot !== last && shot !== whole) release(shot)
  }
  return {
    keep(shot: Shot, isWhole: boolean): void {
      hold(shot, isWhole ? shot : whole)
    },
    /** The graph or its look changed: the picture's margins are outdated. */
    forgetWhole(): void {
      hold(last, null)
    },
    /** The canvas has another size: no picture fits. */
    clear(): void {
      last = whole = null
    },
    /** Shows them as they look from `view`; returns from where the upper one was painted. */
    show(context: CanvasRenderingContext2D, view: View): View | null {
      if (whole !== null && whole !== last) showShot(context, whole, view)
      if (last !== null) showShot(context, last, view)
      return last === null ? null : last.view
    },
  }
}
