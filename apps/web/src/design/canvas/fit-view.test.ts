import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intoMiddle, viewOf } from './fit-view.ts'
import { overlaps, type Rect } from '../../document/layout/geometry.ts'

const pane = { width: 900, height: 540 }
const minimap: Rect = { x: 756, y: 444, width: 132, height: 84 }
const controls: Rect = { x: 12, y: 498, width: 124, height: 30 }
const covers = [minimap, controls]
const seen = (rect: Rect, { x, y, zoom }: { x: number; y: number; zoom: number }): Rect => ({
  x: rect.x * zoom + x,
  y: rect.y * zoom + y,
  width: rect.width * zoom,
  height: rect.height * zoom,
})
const expectUncovered = (at: Rect, by: readonly Rect[]) => {
  expect(at.x).toBeGreaterThanOrEqual(-0.5)
  expect(at.y).toBeGreaterThanOrEqual(-0.5)
  expect(at.x + at.width).toBeLessThanOrEqual(pane.width + 0.5)
  for (const cover of by) expect(overlaps(at, cover)).toBe(false)
}
const node = fc.record({
  x: fc.integer({ min: -2000, max: 2000 }),
  y: fc.integer({ min: -2000, max: 2000 }),
  width: fc.constant(244),
  height: fc.constantFrom(95, 207, 403),
})

describe('a fitted view', () => {
  it('shows every node whole and uncovered, at no more than its own size', () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 30 }), (rects) => {
        const view = viewOf(rects, pane, covers, 0.001)
        expect(view.zoom).toBeLessThanOrEqual(1)
        for (const rect of rects) {
          const at = seen(rect, view)
          expectUncovered(at, covers)
          expect(at.y + at.height).toBeLessThanOrEqual(pane.height + 0.5)
        }
      }),
    )
  })

  it('moves a graph aside that is as small as may be and would be covered', () => {
    const rects = [
      { x: 0, y: 0, width: 1200, height: 1000 },
      { x: 300, y: 1050, width: 244, height: 100 },
    ]
    const low = [
      { x: 12, y: 498, width: 250, height: 30 },
      { x: 400, y: 490, width: 150, height: 38 },
    ]
    const view = viewOf(rects, pane, low, 0.46)
    expect(view.zoom).toBe(0.46)
    for (const rect of rects) expectUncovered(seen(rect, view), low)
  })

  it('cuts no node off in a low pane: it begins at the top, under the covers where it must', () => {
    const low = { width: 675, height: 160 }
    const rects = [
      { x: 0, y: 140, width: 244, height: 160 },
      { x: 330, y: 0, width: 244, height: 400 },
    ]
    const wide = [
      { x: 12, y: 68, width: 560, height: 38 },
      { x: 12, y: 118, width: 250, height: 30 },
    ]
    const view = viewOf(rects, low, wide, 0.316)
    for (const rect of rects) expect(seen(rect, view).y).toBeGreaterThanOrEqual(0)
  })

  it('takes all of the room if nothing covers a corner', () => {
    const cross = [
      { x: 0, y: 400, width: 2000, height: 100 },
      { x: 950, y: 0, width: 100, height: 900 },
    ]
    expect(viewOf(cross, pane, covers, 0.001).zoom).toBeCloseTo(viewOf(cross, pane, [], 0.001).zoom)
  })
})

describe('a pane that keeps room for the inspector', () => {
  const small = { x: 0, y: 0, width: 400, height: 300 }
  const rects = [small]
  const fitted = (width: number) => viewOf(rects, { width, height: 540 }, [], 0.1)

  it('has a small graph in the middle of all of it, the room included', () => {
    const view = intoMiddle(fitted(900), rects, { ...pane, kept: 320 }, [])
    expect(seen(small, view).x).toBeCloseTo((900 + 320 - 400) / 2, 0)
    expect(view.y).toBe(fitted(900).y)
  })

  it('has a wide graph as near to the middle as leaves the room free', () => {
    const wide = { x: 0, y: 0, width: 800, height: 300 }
    const view = intoMiddle(viewOf([wide], pane, [], 0.1), [wide], { ...pane, kept: 320 }, [])
    const at = seen(wide, view)
    expect(at.x + at.width).toBeLessThanOrEqual(900)
    expect(at.x + at.width).toBeGreaterThan(870)
  })

  it('leaves a graph where it is that would get under something', () => {
    const view = fitted(900)
    expect(intoMiddle(view, rects, { ...pane, kept: 320 }, [{ x: 700, y: 100, width: 200, height: 300 }])).toBe(view)
  })
})
