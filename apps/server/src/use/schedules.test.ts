import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, makeWorkspace, openTestServer } from '../testing/test-server.ts'
import { dueTimes, nextTime } from './schedule-times.ts'
import { createScheduleStates } from './schedule-states.ts'
import { type Schedules, createSchedules } from './schedules.ts'
import { type Schedule, readUses } from './use-settings.ts'

const at = (text: string): Date => new Date(text)
const hourly: Schedule = { cron: '0 * * * *', timeZone: 'UTC', catchUp: false }

describe('the times of a schedule', () => {
  test('follow the clock of its zone over the change to summer time', () => {
    const daily: Schedule = { cron: '30 9 * * *', timeZone: 'Europe/Berlin', catchUp: false }
    expect(nextTime(daily, at('2026-03-28T12:00:00Z'))?.toISOString()).toBe('2026-03-29T07:30:00.000Z')
    expect(nextTime(daily, at('2026-03-27T12:00:00Z'))?.toISOString()).toBe('2026-03-28T08:30:00.000Z')
  })

  test('are one start in time; those that passed are missed, unless the schedule makes up for the last', () => {
    const handled = at('2026-11-23T08:10:00Z')
    const due = (now: string, catchUp = false) => {
      const { start, missed } = dueTimes({ ...hourly, catchUp }, handled, at(now))
      return [start?.getUTCHours(), ...missed.map((time) => time.getUTCHours())]
    }
    expect(due('2026-11-23T08:59:59Z')).toEqual([undefined])
    expect(due('2026-11-23T09:00:05Z')).toEqual([9])
    expect(due('2026-11-23T11:00:05Z')).toEqual([11, 9, 10])
    expect(due('2026-11-23T11:30:00Z')).toEqual([undefined, 9, 10, 11])
    expect(due('2026-11-23T11:30:00Z', true)).toEqual([11, 9, 10])
  })
})

const machine = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ensemble-schedules-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const started: string[] = []
  const warned: string[] = []
  let now = at('2026-11-23T08:10:00Z').getTime()
  let due: { at: number; call: () => void } | undefined
  let armed = (): void => undefined
  const whenArmed = (): Promise<void> =>
    due === undefined ? new Promise((resolve) => (armed = resolve)) : Promise.resolve()
  let schedules = new Map([['report', hourly]])
  /** Another process over the same folder. */
  const open = (): Schedules =>
    createSchedules({
      schedules: () => schedules,
      states: createScheduleStates({ folder, root: '/a/workspace' }),
      start: async (idea, _, key) => {
        started.push(`${idea} ${key}`)
        return `run-${started.length}`
      },
      now: () => now,
      timer: (ms, call) => {
        due = { at: now + ms, call }
        armed()
        return () => {
          due = undefined
        }
      },
      warn: (sentence) => warned.push(sentence),
    })
  return {
    started,
    warned,
    open,
    change: (schedule: Schedule) => {
      schedules = new Map([['report', schedule]])
    },
    /** The clock runs; timers call back when they are due. */
    goTo: async (text: string) => {
      const end = at(text).getTime()
      await whenArmed()
      while (due !== undefined && due.at <= end) {
        const { call, at: time } = due
        due = undefined
        now = time
        call()
        await whenArmed()
      }
      now = end
    },
    sleepUntil: (text: string) => {
      now = at(text).getTime()
      due = undefined
    },
  }
}

describe('schedules', () => {
  test('start nothing before a person switched exactly them on', async () => {
    const { open, started, goTo, change } = await machine()
    const schedules = open()
    schedules.begin()
    await goTo('2026-11-23T10:30:00Z')
    expect(started).toEqual([])
    expect(await schedules.list()).toMatchObject([{ idea: 'report', isOn: false, next: null }])
    expect(await schedules.turn('report', true)).toBe(true)
    expect(await schedules.turn('nobody', true)).toBe(false)
    await goTo('2026-11-23T12:30:00Z')
    expect(started).toEqual(['report 2026-11-23T11:00:00.000Z', 'report 2026-11-23T12:00:00.000Z'])
    expect(await schedules.list()).toMatchObject([
      { isOn: true, next: '2026-11-23T13:00:00.000Z', last: { at: '2026-11-23T12:00:00.000Z', run: 'run-2' } },
    ])
    change({ ...hourly, input: { other: true } })
    await goTo('2026-11-23T14:30:00Z')
    expect(started).toHaveLength(2)
    schedules.stop()
  })

  test('start once for each time over a restart, and report the times that were missed', async () => {
    const { open, started, warned, goTo, sleepUntil } = await machine()
    const first = open()
    await first.turn('report', true)
    first.begin()
    await goTo('2026-11-23T09:00:30Z')
    first.stop()
    sleepUntil('2026-11-23T09:00:40Z')
    const second = open()
    second.begin()
    await goTo('2026-11-23T09:30:00Z')
    expect(started).toEqual(['report 2026-11-23T09:00:00.000Z'])
    second.stop()
    sleepUntil('2026-11-23T12:30:00Z')
    const third = open()
    third.begin()
    await expect.poll(() => warned).toHaveLength(1)
    expect(warned[0]).toBe(
      '3 times of the schedule of "report" passed without a run, the last at 2026-11-23T12:00:00.000Z.',
    )
    await goTo('2026-11-23T13:00:30Z')
    expect(started.slice(1)).toEqual(['report 2026-11-23T13:00:00.000Z'])
    expect(await third.list()).toMatchObject([{ missed: { count: 3, first: '2026-11-23T10:00:00.000Z' } }])
    third.stop()
  })
})

test('a schedule that is switched on over HTTP starts its Idea with its input, labelled', async () => {
  const schedule = { cron: '0 9 * * 1', timeZone: 'Europe/Berlin', input: { name: 'Ada' }, catchUp: true }
  const root = await makeWorkspace({
    ...GREETER_FILES,
    'ensemble.json': { version: 1, name: 'test', use: { greeter: { schedule } } },
  })
  const server = await openTestServer(root)
  onTestFinished(() => server[Symbol.asyncDispose]())
  const shown = async () => (await bodyOf(await server.ask('GET', '/api/use'))).uses
  expect(await shown()).toMatchObject([{ idea: 'greeter', page: false, schedule: { isOn: false } }])
  expect((await server.ask('PUT', '/api/use/greeter/schedule', { on: true })).status).toBe(200)
  expect((await server.ask('PUT', '/api/use/other/schedule', { on: true })).status).toBe(404)
  // As if it had been switched on two weeks ago.
  const states = createScheduleStates({ folder: join(server.root, '.local/share/ensemble/schedules'), root })
  await states.handle('greeter', schedule, new Date(Date.now() - 14 * 86_400_000))
  await server.deps.warmUp()
  await expect
    .poll(shown)
    .toMatchObject([{ schedule: { isOn: true, missed: { count: 1 }, last: { run: expect.any(String) } } }])
  const [{ schedule: now }] = await shown()
  expect(await bodyOf(await server.ask('GET', `/api/runs/${now.last.run}`))).toMatchObject({
    idea: 'idea://greeter',
    input: { name: 'Ada' },
    annotation: { labels: ['schedule'] },
  })
})

test('a fault of `use` is reported with its place', () => {
  const fault = (use: unknown): string => {
    try {
      readUses(use, (sentence): never => {
        throw new Error(sentence)
      })
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect(fault({ greeter: { page: true, embedIn: ['https://*.example.com', 'http://localhost:3000'] } })).toBe('')
  for (const [use, sentence] of [
    [[], 'needs "use" to be an object'],
    [{ '1a': {} }, 'needs "use.1a" to be the name of an Idea'],
    [{ a: { pages: true } }, 'has "use.a.pages", which is not one of page, embedIn, webhook, schedule, limits'],
    [{ a: { page: 'yes' } }, 'needs "use.a.page" to be true or false'],
    [
      { a: { embedIn: ["https://a.example; script-src 'unsafe-inline'"] } },
      'needs "use.a.embedIn" to be a list of origins',
    ],
    [{ a: { embedIn: ['*'] } }, 'needs "use.a.embedIn" to be a list of origins'],
    [{ a: { webhook: 'my-key' } }, 'needs "use.a.webhook" to be a reference'],
    [{ a: { limits: { perMinute: 0 } } }, 'needs "use.a.limits.perMinute" to be a whole number from 1'],
    [{ a: { schedule: { cron: '* * * *' } } }, 'what is there has not five fields'],
    [{ a: { schedule: { cron: '61 * * * *' } } }, 'what is there cannot be read'],
    [{ a: { schedule: { cron: '0 0 31 2 *' } } }, 'what is there never comes'],
    [
      { a: { schedule: { cron: '0 9 * * *', timeZone: 'Berlin' } } },
      'needs "use.a.schedule.timeZone" to be a time zone',
    ],
  ] as const)
    expect(fault(use), JSON.stringify(use)).toContain(sentence)
})
