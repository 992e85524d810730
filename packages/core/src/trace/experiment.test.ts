import { expect, it } from 'vitest'
import { compareVariants, summariseVariants, type ExperimentCell } from './experiment.ts'

const cell = (variant: number, input: number, more: Partial<ExperimentCell> = {}): ExperimentCell => ({
  variant,
  input,
  repeat: 0,
  ...more,
})

it('sums up each variant: how many completed, how far they agree with the first, the middle time, tokens and cost', () => {
  const done = (output: string, ms: number) =>
    ({ status: 'completed', output: { output, kind: 'song' }, ms, tokens: 10, cost: 0.5 }) as const
  const cells = [
    cell(0, 0, done('a', 30)),
    cell(0, 1, done('b', 10)),
    cell(0, 2, done('c', 20)),
    cell(1, 0, done('a', 5)),
    cell(1, 1, done('other', 5)),
    cell(1, 2, { status: 'failed', tokens: 3, cost: null }),
    cell(2, 0),
  ]
  expect(summariseVariants(cells, 3)).toEqual([
    { runs: 3, ended: 3, completed: 3, agreement: 1, medianMs: 20, tokens: 30, score: null, cost: 1.5 },
    { runs: 3, ended: 3, completed: 2, agreement: 0.75, medianMs: 5, tokens: 23, score: null, cost: null },
    { runs: 1, ended: 0, completed: 0, agreement: null, medianMs: null, tokens: 0, score: null, cost: 0 },
  ])
})

it('compares each variant with the first in pairs, and says which is better once that is decided', () => {
  const cells = Array.from({ length: 8 }, (_, repeat) => [
    cell(0, 0, { repeat, status: 'completed', score: 0.2, ms: 10 + repeat, tokens: 5, cost: null }),
    cell(1, 0, { repeat, status: repeat === 7 ? 'failed' : 'completed', score: 0.6, ms: 15 + 2 * repeat, tokens: 5 }),
  ]).flat()
  const [score, ms, tokens, ...others] = compareVariants(cells, { variants: 2, inputs: 1 })
  expect(score).toMatchObject({ variant: 1, metric: 'score', pairs: 8, larger: 8, better: 1, moreRepeats: 0 })
  expect(score?.difference).toBeCloseTo(0.4)
  // A Run that failed took no time worth comparing.
  expect(ms).toMatchObject({ metric: 'ms', pairs: 7, difference: 8, better: 0 })
  expect(tokens).toMatchObject({ metric: 'tokens', pairs: 7, equal: 7, p: null, better: null, moreRepeats: null })
  expect(others).toEqual([])
})

it('asks for more repeats of every input while nothing is decided', () => {
  const cells = [0, 1].flatMap((input) => [
    cell(0, input, { status: 'completed', tokens: 10 }),
    cell(1, input, { status: 'completed', tokens: 20 + input }),
  ])
  expect(compareVariants(cells, { variants: 2, inputs: 2 })).toMatchObject([
    { metric: 'tokens', pairs: 2, better: null, more: 4, moreRepeats: 2 },
  ])
})
