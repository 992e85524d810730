// `npm run bench -- loop [--repeat N] [WORKLOAD …]`: compares Ensemble with a raw loop and popular
// libraries, on one fake endpoint, each in its own process, in turn. Writes docs/benchmarks-loop.md.
import { execFile, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { asciiOnly } from '../../../scripts/lib/ascii-only.mjs'
import { report, TITLES, WHOLE } from './report.mjs'
import { measureStart, reportStart, START_SUBJECTS } from './start.mjs'
import { SHAPES } from './workloads.mjs'

const here = import.meta.dirname
const root = join(here, '../../..')
const peers = join(here, 'peers')
const run = promisify(execFile)

const words = process.argv.slice(2)
const at = words.indexOf('--repeat')
const [repeats] = at < 0 ? [5] : words.splice(at, 2).slice(1).map(Number)
/** The last section, measured apart: `start`. */
const START = 'start'
const isWhole = words.length === 0
const workloads = isWhole ? Object.keys(TITLES) : words.filter((word) => word !== START)
const SUBJECTS = [
  'ensemble',
  WHOLE,
  'raw-fetch',
  'raw-http',
  'openai',
  'openai-kept',
  'ai',
  'ai-kept',
  'agents',
  'langgraph',
]
/** A stream needs no request for a whole answer. */
const subjectsOf = (workload) => SUBJECTS.filter((subject) => subject !== WHOLE || !SHAPES[workload].stream)

if (!existsSync(join(peers, 'node_modules'))) {
  console.log('Installing the libraries to compare with (packages/core/bench/peers) …')
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: peers })
}

/** Bundles the subjects as the product is bundled, each with its libraries. */
async function bundle(folder) {
  for (const subject of [...SUBJECTS, ...START_SUBJECTS]) {
    const written = join(here, 'subjects', subject)
    const input = existsSync(`${written}.ts`) ? `${written}.ts` : `${written}.mjs`
    const build = await rolldown({
      input,
      platform: 'node',
      resolve: {
        mainFields: ['module', 'main'],
        conditionNames: ['ensemble-source', 'import', 'node', 'default'],
        modules: ['node_modules', join(peers, 'node_modules')],
      },
      // An entry keeps what it shares with lazily loaded modules in its file.
      preserveEntrySignatures: 'allow-extension',
      plugins: [asciiOnly],
      logLevel: 'silent',
    })
    await build.write({ dir: join(folder, subject), format: 'esm', entryFileNames: 'index.mjs' })
    await build.close()
  }
}

const endpoint = fork(join(here, 'endpoint.mjs'))
const { port } = await new Promise((found) => endpoint.once('message', found))
const folder = await mkdtemp(join(root, 'node_modules', '.bench-'))
const baseUrl = `http://127.0.0.1:${port}/v1`
const fileOf = (subject) => join(folder, subject, 'index.mjs')
const node = async (...args) => {
  const env = { ...process.env, NODE_ENV: 'production' }
  return JSON.parse((await run(process.execPath, args, { timeout: 120_000, env })).stdout)
}
try {
  await bundle(folder)
  const results = {}
  for (const workload of workloads) {
    const subjects = subjectsOf(workload)
    results[workload] = Object.fromEntries(subjects.map((subject) => [subject, []]))
    for (let repeat = 0; repeat < repeats; repeat++)
      for (let index = 0; index < subjects.length; index++) {
        // Another subject comes first each time, so that none always runs on a machine the one before has warmed.
        const subject = subjects[(index + repeat) % subjects.length]
        results[workload][subject].push(await node(join(here, 'measure.mjs'), fileOf(subject), workload, baseUrl))
      }
    console.log(report({ [workload]: results[workload] }))
  }
  const start =
    isWhole || words.includes(START) ? reportStart(await measureStart({ node, fileOf, baseUrl, repeats })) : ''
  if (start !== '') console.log(start)
  if (isWhole) {
    const machine = `${process.platform}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
    const { dependencies } = (await import('./peers/package.json', { with: { type: 'json' } })).default
    await writeFile(
      join(root, 'docs/benchmarks-loop.md'),
      `${report(results, { machine, repeats, dependencies, load: loadavg()[1].toFixed(1) })}\n${start}`,
    )
  }
} finally {
  endpoint.disconnect()
  await rm(folder, { recursive: true, force: true })
}
