import { expect, it } from 'vitest'
import { summariseVariants, type ExperimentCell } from './experiment.ts'

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
    { runs: 3, ended: 3, completed: 3, agreement: 1, medianMs: 20, tokens: 30, cost: 1.5 },
    { runs: 3, ended: 3, completed: 2, agreement: 0.75, medianMs: 5, tokens: 23, cost: null },
    { runs: 1, ended: 0, completed: 0, agreement: null, medianMs: null, tokens: 0, cost: 0 },
  ])
})
