import { hasEnded } from '../../journal/fold-run.ts'
import type { Journal } from '../../journal/journal.ts'
import { createValidator } from '../../schema/validate.ts'
import { drive, MOST_ROUNDS } from './drive.ts'
import { forkAndCheck } from './fork.ts'
import { brokenLaw } from './invariants.ts'
import { brokenReplay } from './replay.ts'
import { createSimulatedWorld } from './world.ts'

/** What one seed came to: how the Run ended, and everything that went against the protocol. */
export interface Simulated {
  readonly seed: number
  readonly status: string
  readonly code: string | undefined
  readonly events: number
  readonly boots: number
  readonly violations: readonly string[]
  /** What happened, for a person who looks for the reason. */
  readonly journal: Journal
}

const validator = createValidator()
/** One Run of a random graph with a random model, through random faults, to its end; then its replay and a fork. */
export async function simulate(seed: number): Promise<Simulated> {
  const world = createSimulatedWorld(seed, validator)
  const { graph, breakpoints } = world
  // Whoever posts again with the same key gets the same Run, however often the answer was lost.
  const { id, boots } = await drive(
    world,
    async (executor) =>
      (await executor.start({ idea: graph.root, input: graph.input, breakpoints, idempotencyKey: 'once' })).id,
  )
  const run = await world.journal.runs.get(id)
  const events = await world.journal.read(id)
  const violations = [...world.violations]
  const code = run?.error?.code
  const say = (text: string | undefined): void => {
    if (text !== undefined) violations.push(text)
  }
  if (!run || !hasEnded(run)) say(`the run is ${run?.status ?? 'gone'} after ${MOST_ROUNDS} rounds`)
  if (code === 'engine.internal' || code === 'limit.wallMs')
    say(`the run ended with ${code}: ${run?.error?.message ?? ''}`)
  say(await brokenLaw(world.journal, id))
  say(await brokenReplay(world, id))
  if (world.random.chance(0.3)) for (const text of await forkAndCheck(world, id)) say(text)
  return { seed, status: run?.status ?? 'gone', code, events: events.length, boots, violations, journal: world.journal }
}

/** What a number of seeds came to, by how the Runs ended; of the seeds that broke a law, each by its number. */
export interface SimulatedRange {
  readonly seeds: number
  readonly ends: { readonly [end: string]: number }
  readonly failures: readonly string[]
}

export async function simulateRange(from: number, count: number): Promise<SimulatedRange> {
  const ends: Record<string, number> = {}
  const failures: string[] = []
  for (let seed = from; seed < from + count; seed++) {
    const { status, code, violations } = await simulate(seed)
    const end = code === undefined ? status : `${status} ${code}`
    ends[end] = (ends[end] ?? 0) + 1
    for (const violation of violations) failures.push(`seed ${seed}: ${violation}`)
  }
  return { seeds: count, ends, failures }
}
