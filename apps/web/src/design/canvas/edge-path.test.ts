import { describe, expect, it } from 'vitest'
import { edgePath, labelPlace } from './edge-path.ts'
import { inflate, overlaps, type Rect } from '../../document/layout/geometry.ts'

const SOURCE: Rect = { x: 0, y: 0, width: 100, height: 80 }
const TARGET: Rect = { x: 400, y: 0, width: 100, height: 80 }
const FROM = { x: 100, y: 40 }
const TO = { x: 400, y: 20 }

describe('the way of an edge', () => {
  it('is one curve where nothing is in between', () => {
    expect(edgePath(FROM, TO, [SOURCE, TARGET]).d).toMatch(/^M100 40 C/)
  })

  it('goes around a node in the way', () => {
    const between: Rect = { x: 200, y: -40, width: 100, height: 140 }
    const { d } = edgePath(FROM, TO, [SOURCE, between, TARGET])
    const lane = /L(-?[\d.]+) (-?[\d.]+)/.exec(d)
    expect(lane).not.toBeNull()
    const y = Number(lane?.[2])
    expect(y < between.y || y > between.y + between.height).toBe(true)
  })

  it('leads back to a node on the left without crossing either end', () => {
    const back = edgePath({ x: 500, y: 40 }, { x: 0, y: 20 }, [SOURCE, TARGET])
    expect(back.d).not.toContain('C')
  })
})

describe('the place of a label', () => {
  it('is on the edge and over no node', () => {
    const path = edgePath(FROM, TO, [SOURCE, TARGET])
    const blocked: Rect = { x: 230, y: 0, width: 40, height: 80 }
    const place = labelPlace(path, { width: 60, height: 18 }, [SOURCE, TARGET, blocked])
    expect(place.x + 30 <= 230 || place.x - 30 >= 270).toBe(true)
    expect(place.width).toBe(60)
  })

  it('is cut to the room between two nodes where it says more than fits there', () => {
    const path = edgePath(FROM, TO, [SOURCE, TARGET])
    const { x, width } = labelPlace(path, { width: 500, height: 18 }, [SOURCE, TARGET])
    expect(width).toBe(200)
    expect(x - width / 2 >= 100 && x + width / 2 <= 400).toBe(true)
  })

  it('is next to an edge that runs close below a node, not half under the node', () => {
    const above: Rect = { x: 130, y: -40, width: 240, height: 100 }
    const size = { width: 60, height: 20 }
    const path = edgePath(FROM, TO, [SOURCE, above, TARGET])
    const taken = [SOURCE, above, TARGET].map((rect) => inflate(rect, 8))
    const { x, y, width } = labelPlace(path, size, taken)
    const label = { x: x - width / 2, y: y - size.height / 2, width, height: size.height }
    expect(taken.some((rect) => overlaps(rect, label))).toBe(false)
    expect(width).toBe(size.width)
  })
})
