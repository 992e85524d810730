import type { Json } from '@ensemble/core'
import { expect, it } from 'vitest'
import { runTitle } from './run-title.ts'

it('a run is called by the first words of its input, else by its Idea', () => {
  const inputs: readonly Json[] = [
    { brief: 'a sad ballad', n: 1 },
    { n: 2, deep: ['', 'море'] },
    null,
    { $body: 'ff', bytes: 5000 },
  ]
  expect(inputs.map((input) => runTitle({ idea: 'idea://producer', input }))).toEqual([
    'a sad ballad',
    'море',
    'producer',
    'producer',
  ])
})
