import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from './lib/build.mjs'
import { killRounds } from './lib/kill/rounds.mjs'

beforeAll(() => ensureBuilt({ folders: ['packages/core', 'examples/audio', 'apps/server'] }))

test('a server killed at random instants under four clients loses, changes, doubles and repeats nothing', async () => {
  const { faults, runs, events, effects } = await killRounds({ kills: 8, seed: Date.now() % 1_000_000 })
  expect(faults).toEqual([])
  expect(runs).toBeGreaterThan(2)
  expect(events).toBeGreaterThan(runs)
  expect(effects).toBeGreaterThan(runs)
})
