import { type Locator, type Page, expect } from '@playwright/test'

/** A place on the screen, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export async function boxOf(locator: Locator): Promise<Box> {
  let seen: Box | null = null
  // A node is there, hidden, before the canvas has measured it, and may be drawn again while one looks.
  await expect(async () => {
    await locator.waitFor()
    seen = await locator.boundingBox()
    expect(seen, 'on the screen').not.toBeNull()
  }).toPass()
  if (seen === null) throw new Error('It is not on the screen')
  return seen
}

export async function middleOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

/** As a hand does it: over places between the two. */
export async function drag({ mouse }: Page, from: Point, to: Point): Promise<void> {
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 })
  await mouse.move(to.x, to.y, { steps: 6 })
  await mouse.up()
}
