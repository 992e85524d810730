import { createSerialiser } from '../workspace/serialise.ts'
import { nextTime, dueTimes } from './schedule-times.ts'
import type { ScheduleStates } from './schedule-states.ts'
import type { Schedule } from './use-settings.ts'

/** A schedule as a person sees it. */
export interface ShownSchedule extends Schedule {
  readonly idea: string
  /** A person switched exactly this schedule on, on this machine. */
  readonly isOn: boolean
  /** ISO; null while it is off. */
  readonly next: string | null
  /** The newest start, or why it failed. */
  readonly last?: { readonly at: string; readonly run?: string; readonly why?: string }
  /** Times that passed without a start, since the schedule was switched on or the server reported them last. */
  readonly missed?: { readonly count: number; readonly first: string; readonly last: string }
}

export interface Schedules {
  /** Starts what is due from now on. */
  begin(): void
  stop(): void
  list(): Promise<readonly ShownSchedule[]>
  /** False where ensemble.json has no schedule for that Idea. */
  turn(idea: string, on: boolean): Promise<boolean>
}

export interface SchedulesOptions {
  /** Those of ensemble.json, by the name of the Idea. */
  readonly schedules: () => ReadonlyMap<string, Schedule>
  readonly states: ScheduleStates
  /** Starts a Run; the same key gives the same Run. Resolves to its id. */
  readonly start: (idea: string, schedule: Schedule, key: string) => Promise<string>
  readonly now: () => number
  /** Calls back after that many milliseconds; returns what prevents it. */
  readonly timer: (ms: number, then: () => void) => () => void
  readonly warn: (sentence: string) => void
}

/** The machine may sleep and its clock may be set: nothing waits longer than this without a look at the clock. */
const LOOK_MS = 60_000

const sentenceFor = (idea: string, missed: readonly Date[]): string => {
  const times = missed.length === 1 ? 'One time' : `${missed.length} times`
  return `${times} of the schedule of "${idea}" passed without a run, the last at ${missed.at(-1)?.toISOString() ?? ''}.`
}

export const createSchedules = (options: SchedulesOptions): Schedules => {
  const { schedules, states, start, now, timer, warn } = options
  const seen = new Map<string, Pick<ShownSchedule, 'last' | 'missed'>>()
  const inTurn = createSerialiser()
  let cancel: (() => void) | undefined
  let isStopped = true

  const startAt = async (idea: string, schedule: Schedule, time: Date): Promise<ShownSchedule['last']> => {
    const at = time.toISOString()
    try {
      return { at, run: await start(idea, schedule, at) }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      warn(`The run of "${idea}" for ${at} could not be started: ${why}`)
      return { at, why }
    }
  }

  const look = async (idea: string, schedule: Schedule): Promise<void> => {
    const handled = await states.handled(idea, schedule)
    if (handled === undefined) return
    const at = new Date(now())
    const { start: due, missed } = dueTimes(schedule, handled, at)
    if (due === undefined && missed.length === 0) return
    if (missed.length > 0) warn(sentenceFor(idea, missed))
    const last = due === undefined ? undefined : await startAt(idea, schedule, due)
    const [first] = missed
    seen.set(idea, {
      ...seen.get(idea),
      ...(last !== undefined && { last }),
      ...(first !== undefined && {
        missed: { count: missed.length, first: first.toISOString(), last: (missed.at(-1) ?? first).toISOString() },
      }),
    })
    // After the start: a crash in between starts it again under the same key, which is the same Run.
    await states.handle(idea, schedule, due ?? missed.at(-1) ?? at)
  }

  const nextLook = async (): Promise<number> => {
    const at = now()
    let ms = LOOK_MS
    for (const [idea, schedule] of schedules()) {
      if ((await states.handled(idea, schedule)) === undefined) continue
      const next = nextTime(schedule, new Date(at))
      if (next !== null) ms = Math.min(ms, next.getTime() - at)
    }
    return Math.max(ms, 10)
  }

  const lookAtAll = async (): Promise<void> => {
    cancel?.()
    for (const [idea, schedule] of schedules()) if (!isStopped) await look(idea, schedule)
    const ms = await nextLook()
    if (!isStopped) cancel = timer(ms, go)
  }
  const go = (): void =>
    void inTurn(lookAtAll).catch((error: unknown) => {
      warn(`Schedules could not be looked at: ${error instanceof Error ? error.message : String(error)}`)
      if (!isStopped) cancel = timer(LOOK_MS, go)
    })

  return {
    begin: () => {
      isStopped = false
      go()
    },
    stop: () => {
      isStopped = true
      cancel?.()
    },
    list: () =>
      Promise.all(
        [...schedules()].map(async ([idea, schedule]) => {
          const isOn = (await states.handled(idea, schedule)) !== undefined
          const next = isOn ? nextTime(schedule, new Date(now())) : null
          return { idea, ...schedule, isOn, next: next?.toISOString() ?? null, ...seen.get(idea) }
        }),
      ),
    turn: async (idea, on) => {
      const schedule = schedules().get(idea)
      if (schedule === undefined) return false
      seen.delete(idea)
      await (on ? states.handle(idea, schedule, new Date(now())) : states.forget(idea))
      if (!isStopped) go()
      return true
    },
  }
}
