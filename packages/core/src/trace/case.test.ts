import { describe, expect, it } from 'vitest'
import { EnsembleError } from '../schema/ensemble-error.ts'
import { parseCase } from './case.ts'

const placeOf = (value: unknown): string | undefined => {
  try {
    parseCase(value)
    return undefined
  } catch (error) {
    return error instanceof EnsembleError ? error.options.errors?.[0]?.path : 'no EnsembleError'
  }
}

describe('a case', () => {
  it('is a recorded Run with expectations, each on a path', () => {
    const expect_ = [
      { type: 'identical', path: '' },
      { type: 'equals', path: '/output/title', value: null },
      { type: 'schema', path: '/output', schema: { type: 'object' } },
      { type: 'calls', path: '', tool: 'compose', min: 1 },
      { type: 'compare', path: '/output/bars', operator: '>=', value: 4 },
      { type: 'similar', path: '/output/title', value: 'The sea', least: 0.6 },
      { type: 'code', path: '/output', activity: 'rhymes', least: 0.5 },
      { type: 'judge', path: '/output', idea: 'critic', rubric: 'It is sad.' },
    ]
    expect(parseCase({ version: 1, title: 'A song', expect: expect_, run: {} })).toEqual({
      version: 1,
      title: 'A song',
      expect: expect_,
      run: {},
    })
  })

  it('without an expectation expects that nothing changes', () => {
    expect(parseCase({ version: 1, expect: [], run: {} }).expect).toEqual([{ type: 'identical', path: '' }])
  })

  it('names the place that is wrong', () => {
    const wrong = (expectation: unknown): string | undefined =>
      placeOf({ version: 1, run: {}, expect: [{ type: 'identical' }, expectation] })
    expect([
      placeOf([]),
      placeOf({ version: 2, expect: [], run: {} }),
      placeOf({ version: 1, expect: [] }),
      placeOf({ version: 1, run: {} }),
      wrong({ type: 'alike' }),
      wrong({ type: 'similar', path: '', least: 2 }),
      wrong({ type: 'compare', path: '/output', operator: '=~', value: 1 }),
      wrong({ type: 'compare', path: '/output', operator: '<' }),
      wrong({ type: 'compare', path: '/output', operator: '<', value: true }),
      wrong({ type: 'code', path: '/output' }),
      wrong({ type: 'code', path: '/output', activity: '../score' }),
      wrong({ type: 'judge', path: '/output', idea: 'critic', rubric: 1 }),
      wrong({ type: 'judge', path: '/output', idea: 'critic', least: -1 }),
      wrong({ type: 'equals', path: 'output' }),
      wrong({ type: 'equals', path: '/output' }),
      wrong({ type: 'schema', path: '/output', schema: 'string' }),
      wrong({ type: 'calls', path: '', tool: 'compose', min: 0.5 }),
      wrong({ type: 'identical', path: '', value: 1 }),
    ]).toEqual([
      '',
      '/version',
      '/run',
      '/expect',
      '/expect/1/type',
      '/expect/1/least',
      '/expect/1/operator',
      '/expect/1/value',
      '/expect/1/value',
      '/expect/1/activity',
      '/expect/1/activity',
      '/expect/1/rubric',
      '/expect/1/least',
      '/expect/1/path',
      '/expect/1/value',
      '/expect/1/schema',
      '/expect/1/min',
      '/expect/1/value',
    ])
  })
})
