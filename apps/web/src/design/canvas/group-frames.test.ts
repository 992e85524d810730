import type { Graph } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import type { Groups } from '../../document/layout/layout-file.ts'
import { graphNode } from '../../document/graph/test-graph.ts'
import { framesOf, withMembers } from './group-frames.ts'
import { contains } from '../../document/layout/geometry.ts'

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

  it('is absent while the group is folded', () => {
    const folded: Groups = new Map([['group:1', { title: 'Two', nodes: ['idea:a'], folded: true }]])
    expect(framesOf(shown, folded, places).size).toBe(0)
  })
})
