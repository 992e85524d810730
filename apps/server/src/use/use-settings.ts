import { type Json, isObject } from '@ensemble/core'
import { Cron } from 'croner'
import { isName } from '../workspace/names.ts'

/** How often one caller may start an Idea, and how many of its Runs may be under way. */
export interface CallerLimits {
  readonly perMinute: number
  readonly atOnce: number
  /** Starts of all callers together in one day. */
  readonly perDay: number
}

export interface Schedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string
  /** An IANA name such as `Europe/Berlin`. */
  readonly timeZone: string
  readonly input?: Json
  /** Whether the last missed time is made up for at the start of the server; false by default. */
  readonly catchUp: boolean
}

/** How others use one Idea (`use.NAME` of ensemble.json): all is off unless it is switched on. */
export interface Use {
  /** Whether `/use/NAME` shows a page to everyone who reaches the server. */
  readonly page: boolean
  /** Origins whose pages may embed that page. */
  readonly embedIn: readonly string[]
  /** The key that a webhook signs with; without one there is no webhook. */
  readonly webhook?: string
  readonly schedule?: Schedule
  readonly limits: Partial<CallerLimits>
}

type Refuse = (sentence: string) => never

const LIMITS = ['perMinute', 'atOnce', 'perDay'] as const
const KNOWN = ['page', 'embedIn', 'webhook', 'schedule', 'limits']

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The fault of a pattern; undefined for one of five fields that comes to a time. */
const cronFault = (cron: string, timeZone: string): string | undefined => {
  if (cron.trim().split(/\s+/).length !== 5) return 'has not five fields'
  try {
    return new Cron(cron, { timezone: timeZone, paused: true }).nextRun() === null ? 'never comes' : undefined
  } catch {
    return 'cannot be read'
  }
}

const readSchedule = (value: unknown, place: string, refuse: Refuse): Schedule | undefined => {
  if (value === undefined) return undefined
  if (!isObject(value)) return refuse(`needs "${place}" to be an object with "cron".`)
  const { cron, timeZone = 'UTC', input, catchUp = false } = value
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    return refuse(`needs "${place}.timeZone" to be a time zone such as "Europe/Berlin" or "UTC".`)
  const fault = typeof cron === 'string' ? cronFault(cron, timeZone) : 'is not a text'
  if (fault !== undefined || typeof cron !== 'string')
    return refuse(`needs "${place}.cron" to be five fields such as "0 9 * * 1-5"; what is there ${fault ?? ''}.`)
  if (typeof catchUp !== 'boolean') return refuse(`needs "${place}.catchUp" to be true or false.`)
  return { cron, timeZone, catchUp, ...(input !== undefined && { input: input as Json }) } // of a JSON file
}

const readLimits = (value: unknown, place: string, refuse: Refuse): Partial<CallerLimits> => {
  if (value === undefined) return {}
  if (!isObject(value)) return refuse(`needs "${place}" to be an object.`)
  return Object.fromEntries(
    LIMITS.flatMap((name) => {
      const limit = value[name]
      if (limit === undefined) return []
      if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
        return refuse(`needs "${place}.${name}" to be a whole number from 1.`)
      return [[name, limit]]
    }),
  )
}

/** `https://example.com`, or `https://*.example.com` for all below it. Anything else could end the header's directive. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i

const readOrigins = (value: unknown, place: string, refuse: Refuse): readonly string[] => {
  if (value === undefined) return []
  const isList = Array.isArray(value) && value.every((origin) => typeof origin === 'string' && ORIGIN.test(origin))
  return isList
    ? (value as string[])
    : refuse(`needs "${place}" to be a list of origins such as "https://example.com".`)
}

const readUse = (name: string, value: unknown, refuse: Refuse): Use => {
  const place = `use.${name}`
  if (!isName(name)) return refuse(`needs "${place}" to be the name of an Idea.`)
  if (!isObject(value)) return refuse(`needs "${place}" to be an object.`)
  const unknown = Object.keys(value).find((key) => !KNOWN.includes(key))
  if (unknown !== undefined) return refuse(`has "${place}.${unknown}", which is not one of ${KNOWN.join(', ')}.`)
  const { page = false, webhook } = value
  if (typeof page !== 'boolean') return refuse(`needs "${place}.page" to be true or false.`)
  if (webhook !== undefined && (typeof webhook !== 'string' || !/^secret:\/\/[A-Za-z][\w-]{0,63}$/.test(webhook)))
    return refuse(`needs "${place}.webhook" to be a reference such as "secret://HOOK", never a key itself.`)
  const schedule = readSchedule(value['schedule'], `${place}.schedule`, refuse)
  return {
    page,
    embedIn: readOrigins(value['embedIn'], `${place}.embedIn`, refuse),
    ...(typeof webhook === 'string' && { webhook }),
    ...(schedule !== undefined && { schedule }),
    limits: readLimits(value['limits'], `${place}.limits`, refuse),
  }
}

/** `use` of ensemble.json, by the name of the Idea. `refuse` gets the sentence about what is wrong with it. */
export const readUses = (value: unknown, refuse: Refuse): ReadonlyMap<string, Use> => {
  if (value === undefined) return new Map()
  if (!isObject(value)) return refuse('needs "use" to be an object.')
  return new Map(Object.entries(value).map(([name, use]) => [name, readUse(name, use, refuse)]))
}

/** The schedules among them. */
export const schedulesOf = (uses: ReadonlyMap<string, Use>): ReadonlyMap<string, Schedule> =>
  new Map([...uses].flatMap(([name, { schedule }]) => (schedule === undefined ? [] : [[name, schedule]])))
