import { afterEach, expect, test, vi } from 'vitest'
import { Deadlines } from './deadlines.ts'

afterEach(() => vi.useRealTimers())

test('Deadlines without end wait like long ones, and not over and over at once', async () => {
  vi.useFakeTimers()
  const set = vi.spyOn(globalThis, 'setTimeout')
  const deadlines = new Deadlines(new AbortController().signal, Infinity, Infinity)
  const step = deadlines.race(new Promise((resolve) => setTimeout(resolve, 86_400_000, 'late')))
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(await step).toBe('late')
  expect(set).toHaveBeenCalledTimes(2)
  deadlines.clear()
})
