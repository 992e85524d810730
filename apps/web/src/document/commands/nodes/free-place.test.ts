// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { graphNode } from '../../graph/test-graph.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { freePlace } from './free-place.ts'
import { overlaps, sizeOf, type Rect } from '../../layout/geometry.ts'

const SIZE = { width: 200, height: 100 }
const IDEA = graphNode('here')
const taken = (): Rect => ({ x: 0, y: 0, ...sizeOf(IDEA) })

beforeEach(() => {
  const nodes = [IDEA, graphNode('unplaced')]
  graphStore.setState({
    shown: { nodes, edges: [], problems: [] },
    places: new Map([[IDEA.id, { x: 0, y: 0 }]]),
    notes: new Map(),
  })
})

describe('a free place on the canvas', () => {
  it('is the wanted one if it is free', () => {
    expect(freePlace({ x: 3000, y: -2000 }, SIZE)).toEqual({ x: 3000, y: -2000 })
  })

  it('is else the nearest that covers no node, with room for an edge between the two', () => {
    const place = freePlace({ x: 10, y: 10 }, SIZE)
    const around = { x: place.x - 20, y: place.y - 20, width: SIZE.width + 40, height: SIZE.height + 40 }
    expect(overlaps(around, taken())).toBe(false)
    expect(Math.hypot(place.x - 10, place.y - 10)).toBeLessThan(600)
  })

  it('leaves an Idea the room for the Tools that it will be given, below and above; a note needs none', () => {
    const { height } = sizeOf(IDEA)
    const below = { x: 0, y: height + 60 }
    expect(freePlace(below, SIZE)).not.toEqual(below)
    expect(freePlace({ x: 0, y: height + 400 }, SIZE)).toEqual({ x: 0, y: height + 400 })
    const above = { x: 0, y: -SIZE.height - 30 }
    expect(freePlace(above, SIZE, false)).toEqual(above)
    expect(freePlace(above, SIZE)).not.toEqual(above)
  })

  it('covers no note', () => {
    const note = { text: 'why', x: 3000, y: 0, width: 200, height: 100 }
    graphStore.setState({ notes: new Map([['note:1', note]]) })
    expect(overlaps({ ...freePlace({ x: 3000, y: 0 }, SIZE), ...SIZE }, note)).toBe(false)
  })
})
