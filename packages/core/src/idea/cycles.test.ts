import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCycles } from './cycles.ts'
import type { GraphEdge } from './graph-types.ts'

const edge = (from: number, to: number): GraphEdge => ({
  id: `idea:${from}/ask/idea:${to}`,
  from: `idea:${from}`,
  tool: 'ask',
  to: `idea:${to}`,
  imports: [],
  importsMode: 'provisioned',
  resolve: 'runtime',
})
const node = fc.nat({ max: 7 })
const edges = fc.uniqueArray(fc.tuple(node, node), { maxLength: 20, selector: ([from, to]) => `${from} ${to}` })

function reachedFrom(start: string, all: readonly GraphEdge[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (const id of waiting)
    for (const { from, to } of all)
      if (from === id && !reached.has(to)) {
        reached.add(to)
        waiting.push(to)
      }
  return reached
}

describe('circles of delegations', () => {
  it('each lead back to where they begin, through no Idea twice', () => {
    fc.assert(
      fc.property(edges, (pairs) => {
        for (const cycle of findCycles(pairs.map(([from, to]) => edge(from, to)))) {
          const callers = cycle.map(({ from }) => from)
          expect(cycle.map(({ to }) => to)).toEqual([...callers.slice(1), callers[0]])
          expect(new Set(callers).size).toBe(callers.length)
        }
      }),
    )
  })

  it('are reported with every Idea that reaches itself in one of them, or with another in the same circle', () => {
    fc.assert(
      fc.property(edges, (pairs) => {
        const all = pairs.map(([from, to]) => edge(from, to))
        const told = new Set(findCycles(all).flatMap((cycle) => cycle.map(({ from }) => from)))
        const looping = [...new Set(all.map(({ from }) => from))].filter((id) => reachedFrom(id, all).has(id))
        expect([...told].toSorted()).toEqual(looping.toSorted())
      }),
    )
  })

  it('are found among thousands of Ideas that call each other in no circle', () => {
    const ladder = Array.from({ length: 5000 }, (_, index) => [edge(index, index + 1), edge(index, index + 2)]).flat()
    expect(findCycles(ladder)).toEqual([])
    expect(findCycles([...ladder, edge(5001, 4999)]).flat()).toContainEqual(edge(5001, 4999))
  })

  it('are looked for where there can be some: no delegation is looked at more often when there are more of them', () => {
    const looksPerEdge = (length: number): number => {
      let looks = 0
      const counted = Array.from({ length }, (_, index) => {
        const { to, ...rest } = edge(index, index + 1)
        return {
          ...rest,
          get to() {
            looks += 1
            return to
          },
        }
      })
      expect(findCycles(counted)).toEqual([])
      return looks / length
    }
    expect(looksPerEdge(2000)).toBe(looksPerEdge(20))
  })
})
