// One subject, one workload, in its own process: `node measure.mjs FILE WORKLOAD BASE_URL`. Prints one line of JSON.
import { readFileSync } from 'node:fs'
import { FIRST, ROUNDS, WARM_MS, executionsOf } from './workloads.mjs'

const [file, workload, baseUrl] = process.argv.slice(2)

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The peak memory of this process. The default counter includes the parent's memory at the fork. */
const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024

const beforeImport = cpuMs()
const { create } = await import(file)
const subject = create(baseUrl)
const importMs = cpuMs() - beforeImport

let firstCallAt = 0
const run = subject.prepare(workload, () => (firstCallAt ||= performance.now()))

let runs = 0
const checked = async () => {
  const output = await run()
  runs++
  if (typeof output !== 'string' || !output.startsWith('done'))
    throw new Error(`The run ended with ${JSON.stringify(output)}`)
}

const beforeFirst = cpuMs()
await checked()
const firstMs = cpuMs() - beforeFirst

const [cold, warm, measured] = ROUNDS[workload]
const together = workload === 'concurrent'
const PART = together ? 100 : 20
const many = (count) => (together ? Promise.all(Array.from({ length: count }, checked)) : inTurn(count))
async function inTurn(count) {
  for (let index = 0; index < count; index++) await checked()
}
const cpuOf = async (count) => {
  const from = cpuMs()
  await many(count)
  return (cpuMs() - from) / count
}
let coldCpu = 0
if (cold > 0) {
  await inTurn(FIRST - 1)
  coldCpu = await cpuOf(cold)
}
// The memory of a thousand concurrent runs counts once.
const warmUntil = performance.now() + WARM_MS
for (let left = warm; left > 0 && performance.now() < warmUntil; left -= PART) await many(Math.min(left, PART))

const waits = []
const startedAt = performance.now()
const before = cpuMs()
if (workload === 'firstCall')
  for (let index = 0; index < measured; index++) {
    firstCallAt = 0
    const from = performance.now()
    await checked()
    waits.push(firstCallAt - from)
  }
else await many(measured)
const cpu = (cpuMs() - before) / measured
const wall = performance.now() - startedAt
const executions = globalThis.executions ?? 0
if (executions !== runs * executionsOf(workload))
  throw new Error(`${runs} runs executed ${executions} tools, not ${runs * executionsOf(workload)}.`)
waits.sort((a, b) => a - b)
process.stdout.write(
  JSON.stringify({
    coldCpu,
    cpu,
    wall,
    importMs,
    firstMs,
    peakMb: peakMb(),
    firstCall: waits[Math.floor(waits.length / 2)] ?? 0,
  }),
)
process.exit(0)
