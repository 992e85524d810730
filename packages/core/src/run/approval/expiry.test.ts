import { expect, test } from 'vitest'
import { createClock } from '../operate/system-clock.ts'
import { createExpiry, type Due } from './expiry.ts'

/** Time that passes on demand, with its timers; none of them notices a sleep. */
const createTime = () => {
  let now = 0
  let slept = 0
  let timers: { readonly at: number; readonly act: () => void }[] = []
  const delays: number[] = []
  const clock = createClock({
    now: () => now + slept,
    elapsed: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      delays.push(ms)
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  })
  const pass = async (ms: number): Promise<void> => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { act } of due) act()
    await new Promise(setImmediate)
  }
  const sleep = (ms: number): void => {
    slept += ms
  }
  return { clock, pass, sleep, delays, waiting: () => timers.length }
}

const createOpen = () => {
  const open: Due[] = []
  const expired: number[] = []
  const add = (at: number): void => {
    const one = {
      at,
      expire: async (): Promise<void> => {
        expired.push(at)
        open.splice(open.indexOf(one), 1)
      },
    }
    open.push(one)
  }
  return { open, expired, add }
}

test('What is due ends at its time, one after the other, by one timer', async () => {
  const { clock, pass, waiting } = createTime()
  const { open, expired, add } = createOpen()
  const expiry = createExpiry(clock, () => [...open])
  for (const at of [80, 50, 80]) {
    add(at)
    expiry.look()
    expect(waiting()).toBe(1)
  }
  await pass(49)
  expect(expired).toEqual([])
  await pass(1)
  expect([expired, waiting()]).toEqual([[50], 1])
  await pass(30)
  expect([expired, waiting()]).toEqual([[50, 80, 80], 0])
})

test('Something later does not move the timer, and nothing that is due sets none', () => {
  const { clock, delays } = createTime()
  const { open, add } = createOpen()
  const expiry = createExpiry(clock, () => [...open])
  expiry.look()
  add(50)
  expiry.look()
  add(60)
  expiry.look()
  expiry.look()
  expect(delays).toEqual([50])
})

test('A question that was due during a sleep ends immediately', async () => {
  const { clock, pass, delays } = createTime()
  const { open, expired, add } = createOpen()
  await pass(100)
  add(50)
  createExpiry(clock, () => [...open]).look()
  expect(delays).toEqual([0])
  await pass(0)
  expect(expired).toEqual([50])
})

test('A clock that was set forward, or a machine that slept, is noticed within a minute', async () => {
  const { clock, pass, sleep, delays } = createTime()
  const { open, expired, add } = createOpen()
  add(3_600_000)
  const expiry = createExpiry(clock, () => [...open])
  expiry.look()
  await pass(60_000)
  expect([expired, delays]).toEqual([[], [60_000, 60_000]])
  sleep(4_000_000)
  await pass(60_000)
  expect(expired).toEqual([3_600_000])
})

test('Nothing ends any more once it is stopped', async () => {
  const { clock, pass, waiting } = createTime()
  const { open, expired, add } = createOpen()
  const expiry = createExpiry(clock, () => [...open])
  add(50)
  expiry.look()
  expiry.stop()
  expect(waiting()).toBe(0)
  add(20)
  expiry.look()
  await pass(100)
  expect([expired, waiting()]).toEqual([[], 0])
})

test('What is due and cannot be written is tried again after a while, not at once for ever', async () => {
  const { clock, pass, delays } = createTime()
  let isFull = true
  const open = [{ at: 50, expire: () => (isFull ? Promise.reject(new Error('The disk is full.')) : expired()) }]
  const expired = async (): Promise<void> => void open.pop()
  const expiry = createExpiry(clock, () => [...open])
  expiry.look()
  await pass(50)
  await pass(1000)
  expect(delays).toEqual([50, 1000, 1000])
  isFull = false
  await pass(1000)
  expect([open, delays]).toEqual([[], [50, 1000, 1000]])
})

test('Of several that are due, one that cannot be written makes the others wait no longer, and is tried again', async () => {
  const { clock, pass, delays } = createTime()
  const { open, expired, add } = createOpen()
  open.push({ at: 50, expire: () => Promise.reject(new Error('The disk is full.')) })
  add(50)
  createExpiry(clock, () => [...open]).look()
  await pass(50)
  expect([expired, delays]).toEqual([[50], [50, 1000]])
})
