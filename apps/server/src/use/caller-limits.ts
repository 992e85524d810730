import { HttpProblem } from '../http/http-problem.ts'
import type { CallerLimits } from './use-settings.ts'

/** One start that is counted. The first call of either counts. */
export interface CountedStart {
  /** The Run is over. */
  leave(): void
  /** Nothing was started: it counts no longer. */
  takeBack(): void
}

/** Counts what each caller starts. */
export interface CallerCounts {
  /**
   * Counts one start until it is taken back. Throws HttpProblem 429 `use.limit`.
   * @example const start = counts.enter('page greeter', '203.0.113.7', { perMinute: 6, atOnce: 2, perDay: 500 })
   */
  enter(door: string, caller: string, limits: CallerLimits): CountedStart
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Callers that are remembered at a time; further ones wait until some of them are forgotten. */
const MOST_CALLERS = 20_000

interface Count {
  starts: number[]
  underWay: number
}

const refuse = (detail: string, retryMs: number): never => {
  throw new HttpProblem(429, 'use.limit', detail, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryMs / 1000))) },
  })
}

export const createCallerCounts = (now: () => number): CallerCounts => {
  const callers = new Map<string, Count>()
  const days = new Map<string, { day: number; starts: number }>()

  const forgetIdle = (since: number): void => {
    for (const [key, { starts, underWay }] of callers)
      if (underWay === 0 && (starts.at(-1) ?? 0) <= since) callers.delete(key)
  }
  const countOf = (key: string, at: number): Count => {
    const known = callers.get(key)
    if (known !== undefined) return known
    if (callers.size >= MOST_CALLERS) forgetIdle(at - MINUTE_MS)
    if (callers.size >= MOST_CALLERS)
      refuse('Too many people use this at the moment. Try again in a minute.', MINUTE_MS)
    const made: Count = { starts: [], underWay: 0 }
    callers.set(key, made)
    return made
  }
  const today = (door: string, at: number): { day: number; starts: number } => {
    const day = Math.floor(at / DAY_MS)
    const known = days.get(door)
    if (known?.day === day) return known
    const made = { day, starts: 0 }
    days.set(door, made)
    return made
  }

  return {
    enter: (door, caller, { perMinute, atOnce, perDay }) => {
      const at = now()
      const all = today(door, at)
      if (all.starts >= perDay)
        refuse('This was used as often as it may be today. Try again tomorrow.', DAY_MS - (at % DAY_MS))
      const own = countOf(`${door}\n${caller}`, at)
      own.starts = own.starts.filter((start) => start > at - MINUTE_MS)
      if (own.underWay >= atOnce)
        refuse(`You have ${own.underWay} under way, the most at a time. Wait until one is done.`, 5000)
      const oldest = own.starts.at(-perMinute)
      if (oldest !== undefined)
        refuse(`You started ${perMinute} in the last minute, the most there may be.`, oldest + MINUTE_MS - at)
      own.starts.push(at)
      own.underWay += 1
      all.starts += 1
      let isOver = false
      const leave = (): void => {
        if (isOver) return
        isOver = true
        own.underWay -= 1
      }
      return {
        leave,
        takeBack: () => {
          if (isOver) return
          leave()
          const index = own.starts.indexOf(at)
          if (index !== -1) own.starts.splice(index, 1)
          all.starts -= 1
        },
      }
    },
  }
}
