// `node scripts/kill-test.mjs --kills 1000 [--clients 4] [--seed 1]`: the built server, killed at random instants under load.
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/build.mjs'
import { killRounds } from './lib/kill/rounds.mjs'

const { values } = parseArgs({
  options: { kills: { type: 'string' }, clients: { type: 'string' }, seed: { type: 'string' } },
})
await ensureBuilt({ folders: ['packages/core', 'examples/audio', 'apps/server'] })
const kills = Number(values.kills ?? 40)
const result = await killRounds({
  kills,
  clients: Number(values.clients ?? 4),
  seed: Number(values.seed ?? 1),
  log: (line) => console.error(line),
})
for (const fault of result.faults) console.log(fault)
const { faults, runs, events, effects, retried, slowestStartMs } = result
console.log(
  `${kills} kills, ${runs} runs, ${events} events, ${effects} effects (${retried} run once more): ${faults.length} faults; slowest start ${slowestStartMs} ms`,
)
process.exitCode = faults.length === 0 ? 0 : 1
