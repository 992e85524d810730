import { hasEnded } from '../../src/journal/fold-run.ts'
import { EnsembleError } from '../../src/schema/ensemble-error.ts'
import type { OpenApproval } from '../../src/run/approval/approval-types.ts'
import type { Executor } from '../../src/run/operate/executor-types.ts'
import { EXPIRE_AFTER_MS, type Booted, type SimulatedWorld } from './world.ts'

/** More restarts, decisions and failures than this and a Run counts as stuck. */
export const MOST_ROUNDS = 80

export interface Driven {
  /** Empty where the Run was never made. */
  readonly id: string
  readonly boots: number
}

/** Keeps one Run going: boots, resumes, decides, drains and cancels. `make` may run again if its answer was lost. */
export async function drive(world: SimulatedWorld, make: (executor: Executor) => Promise<string>): Promise<Driven> {
  const { random, journal } = world
  const before = await idsOf(world)
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
      if (known === undefined) id = await make(executor)
      else if (round === cancelRound) await executor.cancel(known, 'a person')
      else await executor.resume(known, 'restart')
      const now = id ?? ''
      if (round < 3 && random.chance(0.1)) return await leave(world, booted, now)
      if (random.chance(0.03)) void cancelLater(world, executor, now)
      await executor.settled(now)
      await decideAll(world, booted, now)
      // A cancel that came in between happens, too.
      await pause(world, 100)
    })
    id ??= (await idsOf(world)).find((one) => !before.includes(one))
  }
  return { id: id ?? '', boots }
}

const idsOf = async ({ journal }: SimulatedWorld): Promise<readonly string[]> =>
  (await journal.runs.list({ limit: 100 })).items.map(({ id }) => id)

const pause = ({ scheduler }: SimulatedWorld, ms: number): Promise<void> =>
  scheduler.sleep(ms, new AbortController().signal)

/** The process must end, and does. */
async function leave(world: SimulatedWorld, { executor, process }: Booted, id: string): Promise<void> {
  await pause(world, world.random.int(1, 60))
  await executor.drain()
  await executor.stands(id)
  process.kill()
}

async function cancelLater(world: SimulatedWorld, executor: Executor, id: string): Promise<void> {
  await pause(world, world.random.int(1, 60))
  await executor.cancel(id, 'a person').catch(() => {})
}

/** Runs `work` until it is done or its process has ended; errors that the port may throw are part of life. */
export async function during(
  world: SimulatedWorld,
  booted: Booted,
  work: (booted: Booted) => Promise<void>,
): Promise<void> {
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
    // No person came in time.
    if (world.expires && world.random.chance(0.3)) await pause(world, 2 * EXPIRE_AFTER_MS)
    const now = open.filter((_, place) => place === 0 || world.random.chance(0.7))
    for (const approval of now) await decide(world, executor, approval)
    await executor.settled(id)
  }
}

async function decide({ random }: SimulatedWorld, executor: Executor, open: OpenApproval): Promise<void> {
  const base = { hash: open.hash, by: 'a person' }
  const decisions = [
    { ...base, decision: 'approve' as const },
    { ...base, decision: 'refuse' as const, reason: 'not now' },
    { ...base, decision: 'answer' as const, result: 5 },
    { ...base, decision: 'edit' as const, call: { n: 4 } },
    { ...base, decision: 'edit' as const, call: { n: 'wrong' } },
  ]
  try {
    if (open.why === 'breakpoint' && random.chance(0.5))
      await executor.step(open.run, random.pick(['over', 'into', 'out', 'continue']))
    else await executor.decide(open.run, open.callId, random.pick(decisions))
  } catch (thrown) {
    if (!(thrown instanceof EnsembleError)) throw thrown
    await executor.decide(open.run, open.callId, { ...base, decision: 'approve' }).catch(() => {})
  }
}
