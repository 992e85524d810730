// `node scripts/simulate.mjs --seeds 1000000 [--from 1]`: the executor under random faults, on every core.
// `node scripts/simulate.mjs --seed 4711`: one seed again, with its Journal.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { rolldown } from 'rolldown'
import { inRoot } from './lib/repo.mjs'

const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' } },
})
const seeds = Number(values.seeds ?? 10_000)
const from = Number(values.from ?? 1)

/** The worker with the sources it needs as one file; Node 20 runs no TypeScript. @param {string} folder */
async function bundle(folder) {
  const build = await rolldown({
    input: inRoot('packages/core/testing/simulation/worker.ts'),
    platform: 'node',
    resolve: { conditionNames: ['ensemble-source', 'node', 'import', 'default'], mainFields: ['module', 'main'] },
  })
  const file = join(folder, 'simulation.mjs')
  await build.write({ file, format: 'esm' })
  await build.close()
  return file
}

/** @param {string} file @param {{ from: number, count: number, show: boolean }} workerData */
const run = (file, workerData) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData })
    /** @type {{ seeds: number, ends: Record<string, number>, failures: string[] } | undefined} */
    let result
    worker.on('message', (message) => (result = message))
    worker.on('error', reject)
    worker.on('exit', () => resolve(result))
  })

/** A thread takes the next part when it is done with one, so that progress shows and no core waits. */
const PART = 1000

/** @param {string} file */
async function simulateAll(file) {
  /** @type {Record<string, number>} */
  const ends = {}
  let next = from
  let done = 0
  let failed = 0
  const work = async () => {
    while (next < from + seeds) {
      const start = next
      const count = Math.min(PART, from + seeds - start)
      next += count
      const result = await run(file, { from: start, count, show: false })
      for (const failure of result.failures) console.log(failure)
      for (const [end, number] of Object.entries(result.ends)) ends[end] = (ends[end] ?? 0) + number
      failed += result.failures.length
      done += count
      console.error(`${done} of ${seeds} seeds, ${failed} failures`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), Math.ceil(seeds / PART)) }, work))
  console.log(Object.entries(ends).sort(([, a], [, b]) => b - a))
  return failed
}

const folder = await mkdtemp(inRoot('node_modules/.simulation-'))
try {
  const file = await bundle(folder)
  if (values.seed !== undefined) await run(file, { from: Number(values.seed), count: 1, show: true })
  else process.exitCode = (await simulateAll(file)) === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
