import { describe, expect, test } from 'vitest'
import { filterOf, isNarrow, paramsOf, sortedBy, viewOf, type RunsView } from './runs-view.ts'

describe('the view of the runs list', () => {
  test('is the same after a way through its address', () => {
    const view: RunsView = {
      q: 'harbour',
      status: 'failed',
      error: 'limit.turns',
      since: 'lastDay',
      minMs: 5000,
      maxCost: 0.25,
      path: 'input.brief',
      value: 'a b',
      starred: true,
      sort: 'cost',
      order: 'asc',
    }
    expect(viewOf(paramsOf(view))).toEqual(view)
  })

  test('leaves out what an address says wrongly, and half of a question about the input', () => {
    expect(
      viewOf({ status: 'poem', since: 'toString', minMs: '-1', maxMs: 'x', sort: 'size', path: 'input.a' }),
    ).toEqual({})
    expect(viewOf({ value: 'a', minCost: '' })).toEqual({})
  })

  test('asks for Runs since a moving time', () => {
    expect(filterOf({ since: 'lastHour', error: 'x' }, 3_600_000)).toEqual({
      error: 'x',
      from: '1970-01-01T00:00:00.000Z',
    })
  })

  test('is sorted by a column one way, the other way and then not', () => {
    const once = sortedBy({ error: 'x' }, 'cost')
    expect(once).toEqual({ error: 'x', sort: 'cost' })
    expect(sortedBy(once, 'cost')).toEqual({ error: 'x', sort: 'cost', order: 'asc' })
    expect(sortedBy(sortedBy(once, 'cost'), 'cost')).toEqual({ error: 'x' })
    expect(sortedBy(once, 'model')).toEqual({ error: 'x', sort: 'model', order: 'asc' })
    expect([isNarrow(once), isNarrow({ sort: 'cost' })]).toEqual([true, false])
  })
})
