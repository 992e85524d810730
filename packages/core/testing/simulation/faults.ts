import { EnsembleError } from '../../src/schema/ensemble-error.ts'
import type { Journal } from '../../src/journal/journal.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** The process, seen from outside: it may end at any await, and everything it was doing ends with it. */
export interface Process {
  readonly isAlive: boolean
  /**
   * One await on the world: takes a moment, may end the process before or after `effect`. A dead process waits forever.
   */
  step<T>(effect: () => Promise<T>): Promise<T>
  /** Ends the process from outside. */
  kill(): void
}

export interface Faults {
  /** Steps at which the process ends, counted over the whole simulation. */
  readonly crashes: ReadonlySet<number>
  /** Steps at which a write to the Journal fails. */
  readonly failures: ReadonlySet<number>
}

/** Counts the steps of all processes of one simulation. */
export interface StepCounter {
  count: number
}

export const drawFaults = (random: Random): Faults => {
  const draw = (most: number, until: number): ReadonlySet<number> =>
    new Set(Array.from({ length: random.int(0, most) }, () => random.int(1, until)))
  const until = random.pick([10, 60, 250])
  return {
    crashes: random.chance(0.5) ? draw(4, until) : new Set(),
    failures: random.chance(0.2) ? draw(2, until) : new Set(),
  }
}

export const NO_FAULTS: Faults = { crashes: new Set(), failures: new Set() }

const never = <T>(): Promise<T> => new Promise<T>(() => {})

export function createProcess(scheduler: Scheduler, random: Random, { crashes }: Faults, steps: StepCounter): Process {
  let isAlive = true
  const awake = new AbortController().signal
  const end = <T>(): Promise<T> => {
    isAlive = false
    scheduler.forget()
    return never()
  }
  return {
    get isAlive() {
      return isAlive
    },
    async step(effect) {
      if (!isAlive) return await never()
      const ends = crashes.has(++steps.count)
      if (ends && random.chance(0.5)) return await end()
      await scheduler.sleep(random.int(0, 12), awake)
      if (!isAlive) return await never()
      const result = await effect()
      if (!isAlive) return await never()
      return ends ? await end() : result
    },
    kill: () => void (isAlive && end()),
  }
}

/** The same Journal as a process reaches it: slow, at times unwritable, and given no data that is still to be made. */
export function createFaultyJournal(journal: Journal, process: Process, faults: Faults, steps: StepCounter): Journal {
  const { runs, tail } = journal
  return {
    runs,
    tail,
    gathers: true,
    ...(journal.readsBack && { readsBack: journal.readsBack }),
    create: (start, key) => process.step(() => journal.create(start, key)),
    lease: (run) => process.step(() => journal.lease(run)),
    append: (lease, events) =>
      process.step(() => {
        if (faults.failures.has(steps.count)) throw new EnsembleError('engine.storage', 'The disk is full.')
        return journal.append(lease, events)
      }),
    publish: (event) => {
      if (process.isAlive) journal.publish(event)
    },
    signal: (run, key, body) => process.step(() => journal.signal(run, key, body)),
    inbox: (run) => process.step(() => journal.inbox(run)),
    read: (run, options) => process.step(() => journal.read(run, options)),
    bodies: {
      put: (bytes) => process.step(() => journal.bodies.put(bytes)),
      get: (hash) => process.step(() => journal.bodies.get(hash)),
    },
  }
}

/** The Journal of a program's own memory: none of it is waited for, and data may still be to be made. */
export function createQuickJournal(journal: Journal, process: Process): Journal {
  return {
    ...journal,
    append: (lease, events) => (process.isAlive ? journal.append(lease, events) : never()),
  }
}
