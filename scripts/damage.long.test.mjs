import { expect, test } from 'vitest'
import { trySeeds } from './lib/damage/try-seeds.mjs'

test('no damage to a database or its log ends the process, costs a run that it did not touch, or goes unsaid: the first 200 seeds', async () => {
  expect(await trySeeds(0, 200)).toEqual([])
})
