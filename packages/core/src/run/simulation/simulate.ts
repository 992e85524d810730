import type { Journal } from '../../journal/journal.ts'
import type { Run } from '../../journal/run-types.ts'
import { hasEnded } from '../../journal/fold-run.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import { createValidator } from '../../schema/validate.ts'
import type { OpenApproval } from '../executor-types.ts'
import { brokenLaw } from './invariants.ts'
import { createSimulatedWorld, type Booted, type SimulatedWorld } from './world.ts'

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
/** More restarts, decisions and failures than this and a Run counts as stuck. */
const MOST_ROUNDS = 80

/** One Run of a random graph with a random model, through random faults, to its end; then its replay and a fork. */
export async function simulate(seed: number): Promise<Simulated> {
  const world = createSimulatedWorld(seed, validator)
  const { id, boots } = await drive(world)
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
  if (world.random.chance(0.3)) for (const text of await forkAndCheck(world, id, events.length)) say(text)
  return { seed, status: run?.status ?? 'gone', code, events: events.length, boots, violations, journal: world.journal }
}

/** Starts the Run and keeps it going: boots what crashed, resumes what stopped, decides what waits, cancels now and then. */
async function drive(world: SimulatedWorld): Promise<{ id: string; boots: number }> {
  const { random, journal, graph } = world
  const cancelRound = random.chance(0.08) ? random.int(0, 3) : -1
  let booted = world.boot()
  let boots = 1
  let id: string | undefined
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!booted.process.isAlive) {
      booted = world.boot()
      boots++
    }
    const run = id === undefined ? undefined : await journal.runs.get(id)
    if (run && hasEnded(run)) break
    const known = id
    await during(world, booted, async ({ executor }) => {
      if (known === undefined) {
        // Whoever posts again with the same key gets the same Run, however often the answer was lost.
        const started = await executor.start({ idea: graph.root, input: graph.input, idempotencyKey: 'once' })
        id = started.id
      } else if (round === cancelRound) await executor.cancel(known, 'a person')
      else await executor.resume(known, 'restart')
      await executor.settled(id ?? '')
      await decideAll(world, booted, id ?? '')
    })
    id ??= (await journal.runs.list({})).items[0]?.id
  }
  return { id: id ?? '', boots }
}

/** Runs `work` until it is done or its process has ended; errors that the port may throw are part of life. */
async function during(world: SimulatedWorld, booted: Booted, work: (booted: Booted) => Promise<void>): Promise<void> {
  let isDone = false
  const working = work(booted)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof EnsembleError)) world.violations.push(`the executor threw ${String(thrown)}`)
    })
    .finally(() => (isDone = true))
  const isOver = (): boolean => isDone || !booted.process.isAlive
  if (!(await world.scheduler.runUntil(isOver))) world.violations.push('nothing happens any more and nothing is done')
  if (isDone) await working
}

/** A person decides on what waits: on some of it now, and on the rest once the Run waits again. */
async function decideAll(world: SimulatedWorld, { executor }: Booted, id: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const open = executor.approvals().filter((one) => one.run === id)
    if (open.length === 0) return
    const now = open.filter((_, place) => place === 0 || world.random.chance(0.7))
    for (const approval of now) await decide(world, executor, approval)
    await executor.settled(id)
  }
}

async function decide({ random }: SimulatedWorld, executor: Booted['executor'], open: OpenApproval): Promise<void> {
  const base = { hash: open.hash, by: 'a person' }
  const decisions = [
    { ...base, decision: 'approve' as const },
    { ...base, decision: 'refuse' as const, reason: 'not now' },
    { ...base, decision: 'answer' as const, result: 5 },
    { ...base, decision: 'edit' as const, call: { n: 4 } },
    { ...base, decision: 'edit' as const, call: { n: 'wrong' } },
  ]
  try {
    await executor.decide(open.run, open.callId, random.pick(decisions))
  } catch (thrown) {
    if (!(thrown instanceof EnsembleError)) throw thrown
    await executor.decide(open.run, open.callId, { ...base, decision: 'approve' }).catch(() => {})
  }
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

/** A fork without an edit at a random event: a Run of its own that ends, keeps every law and leaves its source alone. */
async function forkAndCheck(world: SimulatedWorld, source: string, events: number): Promise<readonly string[]> {
  const { journal, random } = world
  const before = JSON.stringify(await journal.read(source))
  const booted = world.boot({ faultless: true })
  let run: Run | undefined
  await during(world, booted, async ({ executor }) => {
    const { id } = await executor.fork(source, { at: random.int(1, events) })
    run = await executor.settled(id)
    await decideAll(world, booted, id)
    run = await journal.runs.get(id)
  })
  if (!run) return ['the fork was never made']
  const problems = [await brokenLaw(journal, run.id), await brokenReplay(world, run.id)]
  if (JSON.stringify(await journal.read(source)) !== before) problems.push('a fork changed its source')
  return problems.filter((text) => text !== undefined).map((text) => `fork: ${text}`)
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
