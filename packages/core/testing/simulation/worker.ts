import { parentPort, workerData } from 'node:worker_threads'
import { simulate, simulateRange } from './simulate.ts'

// Entry of `scripts/simulate.mjs`: a range of seeds in its own thread, or one seed with its Journal.

const { from, count, show } = workerData as { readonly from: number; readonly count: number; readonly show: boolean } // set by the script

if (show) {
  const { journal, ...result } = await simulate(from)
  const { items } = await journal.runs.list({})
  for (const { id, status } of items) {
    console.log(`\n${id}: ${status}`)
    for (const { seq, key, data } of await journal.read(id)) console.log(seq, key, JSON.stringify(data).slice(0, 300))
  }
  console.log(result)
} else {
  parentPort?.postMessage(await simulateRange(from, count))
}
