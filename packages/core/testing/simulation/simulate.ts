import type { Journal } from '../../src/journal/journal.ts'
import { createValidator } from '../../src/schema/validate.ts'
import { drive } from './drive.ts'
import { forkAndCheck } from './fork.ts'
import { judgeRun } from './judge.ts'
import { createSimulatedWorld } from './world.ts'

/** One seed's result: the Run's end, and every violation of the protocol. */
export interface Simulated {
  readonly seed: number
  readonly status: string
  readonly code: string | undefined
  readonly events: number
  readonly boots: number
  readonly violations: readonly string[]
  /** The course of events, for a person who looks for the reason. */
  readonly journal: Journal
}

const validator = createValidator()

/** One Run of a random graph with a random model and faults; then its replay, a continuation and a fork. */
export async function simulate(seed: number): Promise<Simulated> {
  const world = createSimulatedWorld(seed, validator)
  const { graph, breakpoints, random, journal, violations } = world
  // Posting again with the same key gives the same Run, however often the answer was lost.
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
  // A redacted value can't be kept.
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

/** The totals of many seeds, by how the Runs ended; the seeds that broke a law by number. */
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
