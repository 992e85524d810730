import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USUAL_FRAME } from '../layout/layout.ts'
import { foldedToRead, unfolded, unfoldedTo } from './read-folded.ts'
import { graphEdge, graphNode } from './test-graph.ts'
import { visiblePart } from './visible-part.ts'

/** A tree in which each node calls `each` others, `count` in all. */
function tree(count: number, each: number) {
  const nodes = Array.from({ length: count }, (_, index) => graphNode(`n${index}`))
  const edges = nodes.slice(1).map((_, index) => graphEdge(`idea:n${Math.floor(index / each)}`, `idea:n${index + 1}`))
  return { nodes, edges, problems: [] }
}
const shownOf = (graph: ReturnType<typeof tree>, folded: ReadonlySet<string>) =>
  visiblePart(graph, { activities: true, folded, focus: null }).shown.nodes.map(({ id }) => id)

describe('what is folded so that a graph can be read', () => {
  it('is nothing of a graph that can be read whole', () => {
    expect(foldedToRead(tree(12, 3), new Map(), USUAL_FRAME).size).toBe(0)
  })

  it('leaves the entries and whole levels below them of a large one', () => {
    const graph = tree(300, 8)
    const shown = shownOf(graph, foldedToRead(graph, new Map(), USUAL_FRAME))
    expect(shown).toContain('idea:n0')
    expect([1, 1 + 8, 1 + 8 + 64]).toContain(shown.length)
  })

  it('shows one level more of what is unfolded, and folds what is called from there', () => {
    const graph = tree(300, 8)
    const folded = foldedToRead(graph, new Map(), USUAL_FRAME)
    const before = new Set(shownOf(graph, folded))
    const [first = ''] = folded
    const shown = shownOf(graph, unfolded(graph, folded, first, before))
    expect(shown.length).toBe(before.size + 8)
  })

  it('shows a few at once', () => {
    const graph = tree(9, 2)
    expect(shownOf(graph, unfolded(graph, new Set(['idea:n0']), 'idea:n0', new Set(['idea:n0']))).length).toBe(9)
  })

  it('shows any node that is looked for, whatever is folded', () => {
    const anyGraph = fc.integer({ min: 2, max: 14 }).chain((count) =>
      fc.record({
        lines: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 30 }),
        folded: fc.uniqueArray(fc.nat(count - 1)),
        wanted: fc.nat(count - 1),
        count: fc.constant(count),
      }),
    )
    fc.assert(
      fc.property(anyGraph, ({ lines, folded, wanted, count }) => {
        const nodes = Array.from({ length: count }, (_, index) => graphNode(`n${index}`))
        const edges = [...new Set(lines.map(([from, to]) => `${from} ${to}`))].map((line) => {
          const [from, to] = line.split(' ')
          return graphEdge(`idea:n${from}`, `idea:n${to}`)
        })
        const graph = { nodes, edges, problems: [] }
        const before = new Set(folded.map((index) => `idea:n${index}`))
        const after = unfoldedTo(graph, before, `idea:n${wanted}`, new Set(shownOf(graph, before)))
        expect(shownOf(graph, after)).toContain(`idea:n${wanted}`)
      }),
    )
  })
})
