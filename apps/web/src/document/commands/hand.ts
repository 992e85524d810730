import type { Point } from '../layout/layout-file.ts'

/** Where a Command was asked for: in pixels of the window, and on the canvas. */
export interface HandPlace {
  readonly at: Point
  readonly place: Point
}

let current: HandPlace | null = null

/** Where the hand is, for a Command that puts something there; null if it was asked for by a key. */
export const handPlace = (): HandPlace | null => current

/** Does something for a hand that is at a place of the canvas. */
export function withHand(place: HandPlace | null, act: () => void): void {
  current = place
  try {
    act()
  } finally {
    current = null
  }
}
