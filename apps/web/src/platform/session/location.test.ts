import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHash, writeHash } from './location.ts'

const params = fc.dictionary(
  fc.string({ minLength: 1 }).filter((name) => name !== '__proto__' && !name.startsWith('/')),
  fc.string(),
  { maxKeys: 3 },
)

describe('the address of a place', () => {
  test('leads to the same place again', () => {
    fc.assert(
      fc.property(fc.constantFrom('bench', 'runs', 'compare', 'readiness'), params, (page, query) => {
        expect(readHash(writeHash({ page, params: query }))).toEqual({ page, params: { ...query } })
      }),
    )
  })

  test('names an instant of a run on the workbench', () => {
    expect(readHash('#run=r-1&seq=12&span=request%2F0')).toEqual({
      page: 'bench',
      params: { run: 'r-1', seq: '12', span: 'request/0' },
    })
  })

  test('that is not understood is the workbench', () => {
    expect(readHash('#/nowhere?a=1').page).toBe('bench')
  })
})
