import type { Graph } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import type { Groups } from './group-tree.ts'
import { graphNode } from '../graph/test-graph.ts'
import { framesOf, withMembers } from './group-frames.ts'
import { contains } from './geometry.ts'

const shown: Graph = { nodes: ['a', 'b', 'c'].map((name) => graphNode(name)), edges: [], problems: [] }
const places = new Map([
  ['idea:a', { x: 0, y: 0 }],
  ['idea:b', { x: 400, y: 100 }],
  ['idea:c', { x: 2000, y: 0 }],
])
const groups: Groups = new Map([['group:1', { title: 'Two', nodes: ['idea:a', 'idea:b', 'idea:gone'], folded: false }]])

describe('the frame of a group', () => {
  it('is around its nodes and no others', () => {
    const frame = framesOf(shown, groups, places).get('group:1')
    if (frame === undefined) throw new Error('no frame')
    expect(contains(frame, { x: 0, y: 0 }) && contains(frame, { x: 640, y: 190 })).toBe(true)
    expect(contains(frame, { x: 2000, y: 0 })).toBe(false)
  })

  it('takes its nodes along when it is moved', () => {
    const frame = framesOf(shown, groups, places).get('group:1') ?? { x: 0, y: 0 }
    const moved = withMembers(new Map([['group:1', { x: frame.x + 10, y: frame.y - 5 }]]), { shown, groups, places })
    expect(moved.get('idea:a')).toEqual({ x: 10, y: -5 })
    expect(moved.get('idea:b')).toEqual({ x: 410, y: 95 })
    expect(moved.has('idea:c')).toBe(false)
  })

  const outer: Groups = new Map([...groups, ['group:2', { title: 'All', nodes: ['group:1', 'idea:c'], folded: false }]])

  it('is around the frames of the groups inside, and comes before them', () => {
    const frames = framesOf(shown, outer, places)
    expect([...frames.keys()]).toEqual(['group:2', 'group:1'])
    const [all, two] = [...frames.values()]
    if (all === undefined || two === undefined) throw new Error('no frames')
    expect(contains(all, two) && contains(all, { x: two.x + two.width, y: two.y + two.height })).toBe(true)
    expect(contains(all, { x: 2000, y: 0 })).toBe(true)
  })

  it('takes the groups inside along, folded ones as one node', () => {
    const at = framesOf(shown, outer, places).get('group:2') ?? { x: 0, y: 0 }
    const to = new Map([['group:2', { x: at.x + 7, y: at.y }]])
    expect(withMembers(to, { shown, groups: outer, places }).get('idea:b')).toEqual({ x: 407, y: 100 })
    const folded: Groups = new Map([...outer, ['group:1', { title: '', nodes: ['idea:a', 'idea:b'], folded: true }]])
    const [, , lone] = shown.nodes
    const part = { ...shown, nodes: [graphNode('1', { id: 'group:1' }), ...(lone === undefined ? [] : [lone])] }
    const standing = { shown: part, groups: folded, places: new Map([...places, ['group:1', { x: 0, y: 0 }]]) }
    const from = framesOf(part, folded, standing.places).get('group:2') ?? { x: 0, y: 0 }
    const moved = withMembers(new Map([['group:2', { x: from.x + 7, y: from.y }]]), standing)
    expect([moved.get('group:1'), moved.get('idea:b')]).toEqual([
      { x: 7, y: 0 },
      { x: 407, y: 100 },
    ])
  })

  it('is absent while the group is folded', () => {
    const folded: Groups = new Map([['group:1', { title: 'Two', nodes: ['idea:a'], folded: true }]])
    expect(framesOf(shown, folded, places).size).toBe(0)
  })
})
