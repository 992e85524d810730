import { Cron } from 'croner'
import type { Schedule } from './use-settings.ts'

/** Times that are looked through at most; more are counted as this many. */
const MOST_TIMES = 1000
/** Milliseconds that a start may be late, as after a busy moment; later it counts as missed. */
const GRACE_MS = 60_000

export interface DueTimes {
  /** The time to start for now. */
  readonly start?: Date
  /** Earlier ones that nothing was started for, oldest first. */
  readonly missed: readonly Date[]
}

const cronOf = ({ cron, timeZone }: Schedule): Cron => new Cron(cron, { timezone: timeZone, paused: true })

export const nextTime = (schedule: Schedule, after: Date): Date | null => cronOf(schedule).nextRun(after)

/** The times after `handled` up to `now`: at most one to start for, the others missed. */
export const dueTimes = (schedule: Schedule, handled: Date, now: Date): DueTimes => {
  const cron = cronOf(schedule)
  const times: Date[] = []
  let time = cron.nextRun(handled)
  while (time !== null && time <= now && times.length < MOST_TIMES) {
    times.push(time)
    time = cron.nextRun(time)
  }
  const last = times.at(-1)
  if (last === undefined) return { missed: [] }
  const isInTime = now.getTime() - last.getTime() <= GRACE_MS
  return isInTime || schedule.catchUp ? { start: last, missed: times.slice(0, -1) } : { missed: times }
}
