import type { Point } from '../../document/layout/layout-file.ts'

export type PointerLike = MouseEvent | TouchEvent

/** Where the pointer of an event is, in pixels of the window. */
export const pointerOf = (event: PointerLike): Point => {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
}
