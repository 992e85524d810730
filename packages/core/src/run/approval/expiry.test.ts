import { expect, test } from 'vitest'
import { createClock } from '../system-clock.ts'
import { createExpiry } from './expiry.ts'

test('What is due and cannot be written is tried again after a while, not at once for ever', async () => {
  const delays: number[] = []
  let now = 0
  let act: (() => void) | undefined
  const clock = createClock({
    now: () => now,
    elapsed: () => now,
    after(ms, then) {
      delays.push(ms)
      act = then
      return () => undefined
    },
  })
  let isFull = true
  const open = [{ at: 50, expire: () => (isFull ? Promise.reject(new Error('The disk is full.')) : expired()) }]
  const expired = async (): Promise<void> => void open.pop()
  const expiry = createExpiry(clock, () => open)
  const pass = async (): Promise<void> => {
    now += delays.at(-1) ?? 0
    act?.()
    await new Promise(setImmediate)
  }
  expiry.look()
  await pass()
  await pass()
  expect(delays).toEqual([50, 1000, 1000])
  isFull = false
  await pass()
  expect([open, delays]).toEqual([[], [50, 1000, 1000]])
})
