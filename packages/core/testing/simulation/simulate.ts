import type { Journal } from '../../src/journal/journal.ts'
import { createValidator } from '../../src/schema/validate.ts'
import { drive } from './drive.ts'
import { forkAndCheck } from './fork.ts'
import { judgeRun } from './judge.ts'
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

/** One Run of a random graph with a random model, through random faults, to its end; then its replay, one that goes on from it, and a fork. */
export async function simulate(seed: number): Promise<Simulated> {
  const world = createSimulatedWorld(seed, validator)
  const { graph, breakpoints, random, journal, violations } = world
  // Whoever posts again with the same key gets the same Run, however often the answer was lost.
  const start = (idempotencyKey: string, continues?: string) =>
    drive(world, async (executor) => {
      const options = { idea: graph.root, input: graph.input, breakpoints, idempotencyKey }
      return (await executor.start(continues === undefined ? options : { ...options, continues })).id
    })
  const { id, boots } = await start('once')
  const run = await journal.runs.get(id)
  const events = await journal.read(id)
  violations.push(...(await judgeRun(world, id)))
  if (random.chance(0.1)) {
    const next = await start('next', id)
    if (next.id !== '') violations.push(...(await judgeRun(world, next.id)).map((text) => `continued: ${text}`))
  }
  // What was taken out of a record is not there to be kept.
  if (random.chance(0.3) && !world.isRedacted) violations.push(...(await forkAndCheck(world, id)))
  return {
    seed,
    status: run?.status ?? 'gone',
    code: run?.error?.code,
    events: events.length,
    boots,
    violations,
    journal,
  }
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
