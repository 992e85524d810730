import { expect, test } from 'vitest'
import { simulateRange } from './simulate.ts'

// One more half stands in the file beside this one, so that two cores share the work. A seed that fails here is looked
// at with `node scripts/simulate.mjs --seed N`; a million run with `node scripts/simulate.mjs --seeds 1000000`.
test('no crash, fault or hostile answer breaks a law of the Journal: the first 5,000 seeds', async () => {
  const { failures, ends } = await simulateRange(1, 5000)
  expect(failures).toEqual([])
  // A simulation in which everything fails at once would prove nothing.
  expect(ends.completed).toBeGreaterThan(1500)
})

test('a seed further out that once broke a law breaks none now', async () => {
  expect((await simulateRange(22_181, 1)).failures).toEqual([])
})
