import { expect, test } from 'vitest'
import { simulateRange } from './simulate.ts'

// Half of the seeds; a second file has the other, for two cores. Debug with `node scripts/simulate.mjs --seed N`; run a
// million with `--seeds 1000000`.
test('no crash, fault or hostile answer breaks a law of the Journal: 5,000 more seeds', async () => {
  const { failures, ends } = await simulateRange(5001, 5000)
  expect(failures).toEqual([])
  // A simulation in which everything fails at once would prove nothing.
  expect(ends.completed).toBeGreaterThan(1500)
})
