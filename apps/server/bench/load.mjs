// `npm run bench -- load`: runs per second of a server, its answers meanwhile, and the memory of waiting runs. Writes
// docs/benchmarks-load.md.
import { execFile, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { processorOf, startServer } from './started-server.mjs'

const here = import.meta.dirname
const root = join(here, '../../..')
const run = promisify(execFile)
const [runs = 1000, waiting = 10_000] = process.argv.slice(2).map(Number)
/** Runs before the measured ones: the engine compiles, and the pools fill. */
const WARM = 300
/** Memory-speed storage, where the system has a folder of it. */
const MEMORY = '/dev/shm'

const ideaOf = (tool, more = {}) => ({
  context: [
    {
      type: 'text',
      role: 'system',
      text: `Look records up one at a time, then say how many there were. bench:${tool}`,
    },
    { type: 'input', schema: { type: 'object', properties: { n: { type: 'integer' } } }, input: { n: 0 } },
    {
      type: 'tool',
      tool: {
        [tool]: {
          type: 'object',
          description: 'Finds a record by words.',
          properties: { query: { type: 'string' }, _output: { type: 'string' }, ...more },
          required: ['query'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { found: { type: 'integer' } }, required: ['found'] },
})
const CODE = 'export const lookup = ({ query }) => `found ${query}`\nexport const approve = lookup\n'

const endpoint = fork(join(here, 'load-endpoint.mjs'))
const { port } = await new Promise((found) => endpoint.once('message', found))

const workspaceIn = async (parent) => {
  const folder = await mkdtemp(join(parent, 'ensemble-load-bench-'))
  const files = {
    'ensemble.json': {
      version: 1,
      name: 'bench',
      model: 'local/bench',
      endpoints: { local: { baseUrl: `http://127.0.0.1:${port}/v1`, concurrency: 1000 } },
    },
    'ideas/reader.json': ideaOf('lookup'),
    'ideas/asker.json': ideaOf('approve', { _approval: { const: 'required' } }),
  }
  await mkdir(join(folder, 'ideas'))
  await mkdir(join(folder, 'activities'))
  await writeFile(join(folder, 'activities/records.js'), CODE)
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), JSON.stringify(content))
  return folder
}

const start = (workspace) => startServer(workspace, { XDG_DATA_HOME: join(workspace, '.data') })

const residentMb = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const load = async ({ url }, idea, count) =>
  JSON.parse((await run(process.execPath, [join(here, 'load-client.mjs'), url, idea, String(count)])).stdout)

const throughput = async (parent) => {
  const workspace = await workspaceIn(parent)
  const server = await start(workspace)
  await load(server, 'reader', WARM)
  const before = processorOf(server.pid)
  const measured = await load(server, 'reader', runs)
  const after = processorOf(server.pid)
  const { items } = await (await fetch(`${server.url}/api/runs?limit=100`)).json()
  const odd = items.find(({ status, usage }) => status !== 'completed' || usage.requests !== 4)
  if (odd !== undefined) throw new Error(`A run ended as ${odd.status}: ${JSON.stringify(odd.error)}`)
  await server.end()
  await rm(workspace, { recursive: true, force: true })
  return {
    ...measured,
    perSecond: (runs * 1000) / measured.ms,
    main: (after.main - before.main) / runs,
    all: (after.all - before.all) / runs,
  }
}

const SETTLE_MS = 20_000
const memory = async () => {
  const workspace = await workspaceIn(existsSync(MEMORY) ? MEMORY : tmpdir())
  const server = await start(workspace)
  await load(server, 'reader', WARM)
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  const none = residentMb(server.pid)
  await load(server, 'asker', waiting)
  const [{ status } = {}] = (await (await fetch(`${server.url}/api/runs?limit=1`)).json()).items
  if (status !== 'waiting') throw new Error(`A run is ${status}, not waiting.`)
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  const all = residentMb(server.pid)
  await server.end()
  await rm(workspace, { recursive: true, force: true })
  return { none, all, peak }
}

try {
  const places = [
    ...(existsSync(MEMORY) ? [{ what: `memory-speed storage (${MEMORY})`, parent: MEMORY, least: 150 }] : []),
    { what: 'disk', parent: tmpdir(), least: 80 },
  ]
  const rows = []
  for (const { what, parent, least } of places) {
    const { perSecond, p50, p99, most, main, all } = await throughput(parent)
    const verdict = perSecond >= least && p99 <= 100 ? 'holds' : 'missed'
    rows.push(
      `| ${what} | ${perSecond.toFixed(0)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${most.toFixed(0)} | ${main.toFixed(1)} | ${all.toFixed(1)} | ${(1000 / main).toFixed(0)} | ≥ ${least} runs/s and p99 ≤ 100 ms, ${verdict} |`,
    )
    console.log(rows.at(-1))
  }
  const { none, all, peak } = await memory()
  const page = `# Benchmarks of a server under load

Written by \`npm run bench -- load\`: the real server, its client and a fake endpoint, each in its own process.

${new Date().toISOString().slice(0, 10)} · ${process.platform}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${loadavg()[1].toFixed(1)} over the last five minutes

## ${runs.toLocaleString('en')} runs of four questions, 50 ms latency

| storage | runs/s | \`/api/health\` p50, ms | p99, ms | longest, ms | CPU of the main thread, ms per run | of all threads | runs/s that this CPU allows | target |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${rows.join('\n')}

## ${waiting.toLocaleString('en')} waiting runs

| | resident memory, MB | ratio |
| --- | ---: | --- |
| after ${WARM} ended runs | ${none.toFixed(0)} | |
| with ${waiting.toLocaleString('en')} runs that wait for a person | ${all.toFixed(0)} | ${(all / none).toFixed(2)}x, target ≤ 1.5x, ${all / none <= 1.5 ? 'holds' : 'missed'} |
| the highest while they started | ${peak.toFixed(0)} | |

## How

- **Runs.** Each asks the model four times, and its Calls run an Activity between the questions. They start over 50 kept connections; the time counts from
  the first request until none is queued or running. ${WARM} runs before are not counted.
- **Health.** One request after the other, 20 ms apart, from the client's process throughout.
- **CPU.** Processor time of the server, which other programs on the machine change least: the main thread's share bounds the runs per second.
  With a load above the number of cores, runs per second and the answers' times say more about the other programs than about the server.
- **Waiting.** Each waits for an approval after its first answer. Memory is read ${SETTLE_MS / 1000} s after the last run began to wait, and as long after
  the ended runs. A run leaves memory after it has waited for five seconds; its question stays, for the list of approvals. A start that finds
  10,000 waiting runs resumes each once to find its question.
`
  await writeFile(join(root, 'docs/benchmarks-load.md'), page)
  console.log(page)
} finally {
  endpoint.disconnect()
}
