import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '../../document/layout/geometry.ts'
import { snap } from './snap.ts'

const number = fc.integer({ min: -2000, max: 2000 })
const size = fc.integer({ min: 1, max: 400 })
const rect = fc.record({ x: number, y: number, width: size, height: size })
const rects = fc.array(rect, { maxLength: 12 })
const reach = fc.integer({ min: 0, max: 20 })

const linesOf = ({ x, y, width, height }: Rect, axis: 'x' | 'y'): readonly number[] =>
  axis === 'x' ? [x, x + width / 2, x + width] : [y, y + height / 2, y + height]
const movedBy = (moving: Rect, { x, y }: { x: number; y: number }): Rect => ({
  ...moving,
  x: moving.x + x,
  y: moving.y + y,
})
const crossOf = (axis: 'x' | 'y') => (axis === 'x' ? 'y' : 'x')

describe('a node that is dragged next to others', () => {
  const other = { x: 0, y: 0, width: 244, height: 150 }

  it('aligns with an edge that is near, and says along which line', () => {
    const { by, guides } = snap({ x: 4, y: 400, width: 244, height: 93 }, [other], 6)
    expect(by).toEqual({ x: -4, y: 0 })
    expect(guides).toEqual([
      { axis: 'x', at: 0, from: 0, to: 493 },
      { axis: 'x', at: 244, from: 0, to: 493 },
    ])
  })

  it('aligns with a centre where sizes differ', () => {
    const { by, guides } = snap({ x: 300, y: 63, width: 100, height: 20 }, [other], 6)
    expect(by).toEqual({ x: 0, y: 2 })
    expect(guides).toEqual([{ axis: 'y', at: 75, from: 0, to: 400 }])
  })

  it('stays where it is with nothing near', () => {
    expect(snap({ x: 500, y: 500, width: 244, height: 93 }, [other], 6)).toEqual({ by: { x: 0, y: 0 }, guides: [] })
  })

  it('never moves further than the reach', () => {
    fc.assert(
      fc.property(rect, rects, reach, (moving, others, most) => {
        const { by } = snap(moving, others, most)
        expect(Math.abs(by.x)).toBeLessThanOrEqual(most)
        expect(Math.abs(by.y)).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('is on every guide with another node, and each guide spans both', () => {
    fc.assert(
      fc.property(rect, rects, reach, (moving, others, most) => {
        const { by, guides } = snap(moving, others, most)
        const moved = movedBy(moving, by)
        for (const { axis, at, from, to } of guides) {
          expect(linesOf(moved, axis)).toContain(at)
          const ends = linesOf(moved, crossOf(axis))
          expect(from).toBeLessThanOrEqual(ends[0] ?? Number.NaN)
          expect(to).toBeGreaterThanOrEqual(ends[2] ?? Number.NaN)
          const isOn = (each: Rect): boolean => linesOf(each, axis).includes(at)
          expect(others.some((each) => isOn(each) && (linesOf(each, crossOf(axis))[0] ?? -Infinity) >= from)).toBe(true)
        }
        if (by.x !== 0) expect(guides.some(({ axis }) => axis === 'x')).toBe(true)
        if (by.y !== 0) expect(guides.some(({ axis }) => axis === 'y')).toBe(true)
      }),
    )
  })

  it('stays once it is aligned, and takes the nearest line', () => {
    fc.assert(
      fc.property(rect, rects, reach, (moving, others, most) => {
        const { by } = snap(moving, others, most)
        const again = snap(movedBy(moving, by), others, most)
        expect([Math.abs(again.by.x), Math.abs(again.by.y)]).toEqual([0, 0])
        for (const other of others) {
          const left = Math.abs(other.x - moving.x)
          if (by.x !== 0) expect(left).toBeGreaterThanOrEqual(Math.abs(by.x))
        }
      }),
    )
  })
})
