import { expect, it } from 'vitest'
import { bothWays } from './both-ways.ts'

it('judges each result of a model against the Activity’s: equal, different with the place, invalid; order doesn’t matter', () => {
  const explicit = { status: 'done', result: { mood: 'грусть', lines: [1, 2] }, ms: 2, cost: 0 } as const
  const { rows, summary } = bothWays([
    {
      explicit,
      latent: [
        { status: 'done', result: { lines: [1, 2], mood: 'грусть' }, ms: 30, cost: 0.1 },
        { status: 'done', result: { mood: 'грусть', lines: [1, 3] }, ms: 10, cost: 0.1 },
        { status: 'invalid', error: 'output.missing', ms: 20, cost: 0.1 },
        { run: 'r', status: 'waiting' },
        {},
      ],
    },
    { explicit: { status: 'invalid', error: 'it threw' }, latent: [{ status: 'done', result: 1, cost: null }] },
  ])
  expect(rows.map(({ latent }) => latent.map(({ verdict }) => verdict))).toEqual([
    ['equal', 'different', 'invalid', undefined, undefined],
    [undefined],
  ])
  expect(rows[0]?.latent[1]?.diff).toEqual([{ path: '/lines/1', before: 2, after: 3 }])
  expect(summary).toMatchObject({
    equal: 1,
    different: 1,
    invalid: 1,
    agreement: 1 / 3,
    explicit: { medianMs: 2, cost: 0 },
    latent: { medianMs: 20, cost: null },
  })
  expect(bothWays([]).summary).toMatchObject({ agreement: null, likeness: null, latent: { medianMs: null, cost: 0 } })
})
