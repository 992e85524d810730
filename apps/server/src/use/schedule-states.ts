import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@ensemble/core'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { makeFolder } from '../workspace/make-folder.ts'
import { createSerialiser } from '../workspace/serialise.ts'
import type { Schedule } from './use-settings.ts'

/**
 * Which schedules a person switched on, and up to when their times are handled. Kept in the person's own data folder: a
 * workspace from elsewhere brings no schedule that runs.
 */
export interface ScheduleStates {
  /** Undefined where exactly this schedule was not switched on. */
  handled(idea: string, schedule: Schedule): Promise<Date | undefined>
  /** Switches it on, if it wasn't. Durable. */
  handle(idea: string, schedule: Schedule, upTo: Date): Promise<void>
  forget(idea: string): Promise<void>
}

interface Entry {
  /** The hash of the schedule as it was switched on. */
  readonly hash: string
  readonly handled: string
}

const hashOf = ({ cron, timeZone, input }: Schedule): string =>
  createHash('sha256')
    .update(JSON.stringify([cron, timeZone, input ?? null]))
    .digest('hex')

const isEntry = (value: unknown): value is Entry & Record<string, unknown> =>
  isObject(value) && typeof value['hash'] === 'string' && !Number.isNaN(Date.parse(String(value['handled'])))

const read = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isObject(parsed) && isObject(parsed['schedules']) ? parsed['schedules'] : {}
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return {}
    throw error
  }
}

export interface ScheduleStatesOptions {
  /** The folder for the states of all workspaces. */
  readonly folder: string
  /** The workspace's own folder. */
  readonly root: string
}

export const createScheduleStates = ({ folder, root }: ScheduleStatesOptions): ScheduleStates => {
  const file = join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.json`)
  const inTurn = createSerialiser()
  const change = (idea: string, entry: Entry | undefined): Promise<void> =>
    inTurn(async () => {
      const { [idea]: _, ...others } = await read(file)
      const schedules = { ...others, ...(entry !== undefined && { [idea]: entry }) }
      await makeFolder(folder)
      await atomicWrite(file, JSON.stringify({ root, schedules }, null, 2))
    })
  return {
    handled: async (idea, schedule) => {
      const entry = (await read(file))[idea]
      return isEntry(entry) && entry.hash === hashOf(schedule) ? new Date(entry.handled) : undefined
    },
    handle: (idea, schedule, upTo) => change(idea, { hash: hashOf(schedule), handled: upTo.toISOString() }),
    forget: (idea) => change(idea, undefined),
  }
}
