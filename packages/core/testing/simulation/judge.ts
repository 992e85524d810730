import { hasEnded } from '../../src/journal/fold-run.ts'
import { during, MOST_ROUNDS } from './drive.ts'
import { brokenLaw } from './invariants.ts'
import type { SimulatedWorld } from './world.ts'

/** Everything about a Run that goes against the protocol, each as a sentence. */
export async function judgeRun(world: SimulatedWorld, id: string): Promise<readonly string[]> {
  const problems = [await unended(world, id), await brokenLaw(world.journal, id), await brokenReplay(world, id)]
  return problems.filter((text) => text !== undefined)
}

/** The Run's own limit: nothing in a simulation takes so long. */
const LONGEST_MS = '900000'

async function unended({ journal }: SimulatedWorld, id: string): Promise<string | undefined> {
  const run = await journal.runs.get(id)
  if (!run || !hasEnded(run)) return `the run is ${run?.status ?? 'gone'} after ${MOST_ROUNDS} rounds`
  const { code = '', message = '' } = run.error ?? {}
  const isStuck = code === 'engine.internal' || (code === 'limit.wallMs' && message.includes(LONGEST_MS))
  return isStuck ? `the run ended with ${code}: ${message}` : undefined
}

async function brokenReplay(world: SimulatedWorld, id: string): Promise<string | undefined> {
  const booted = world.boot({ faultless: true, effectless: true })
  let found: string | undefined
  await during(world, booted, async ({ executor }) => {
    const report = await executor.replay(id)
    if (!report.identical) found = `the replay of ${id} diverges: ${JSON.stringify(report.divergence)}`
  })
  return found
}
