import { describe, expect, test } from 'vitest'
import { leastMove, uncovered } from './least-move.ts'

const room = { x: 0, y: 0, width: 800, height: 600 }
const view = { x: 0, y: 0, zoom: 1 }
const bounds = { zoom: 1, least: 0.1 }

describe('the least move of the view', () => {
  test('leaves the view as it is if the rectangle is fully visible', () => {
    expect(leastMove(view, { x: 100, y: 100, width: 200, height: 100 }, room, bounds)).toEqual(view)
  })

  test('brings the hidden part into view and moves no farther', () => {
    expect(leastMove(view, { x: 700, y: -50, width: 200, height: 100 }, room, bounds)).toEqual({
      x: -116,
      y: 66,
      zoom: 1,
    })
  })

  test('is smaller only where it does not fit otherwise', () => {
    const { zoom, x, y } = leastMove(view, { x: 0, y: 0, width: 1536, height: 100 }, room, bounds)
    expect(zoom).toBe(0.5)
    expect(x).toBe(16)
    expect(y).toBeGreaterThan(0)
  })

  test('shows the beginning of what cannot fit', () => {
    expect(leastMove(view, { x: 500, y: 0, width: 90_000, height: 10 }, room, { zoom: 1, least: 1 }).x).toBe(-484)
  })
})

describe('a view when a panel opens at its right', () => {
  test('stays if the rectangle is left of the panel', () => {
    expect(uncovered(view, { x: 300, y: 0, width: 200, height: 100 }, 600)).toBe(view)
  })

  test('moves sideways by what the panel would cover, and keeps the left edge in sight', () => {
    expect(uncovered(view, { x: 500, y: 0, width: 200, height: 100 }, 600)).toEqual({ x: -116, y: 0, zoom: 1 })
    expect(uncovered(view, { x: 100, y: 0, width: 900, height: 100 }, 600)).toEqual({ x: -84, y: 0, zoom: 1 })
  })
})
