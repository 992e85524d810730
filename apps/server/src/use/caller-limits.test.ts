import { describe, expect, test } from 'vitest'
import { HttpProblem } from '../http/http-problem.ts'
import { createCallerCounts } from './caller-limits.ts'

const MINUTE_MS = 60_000
const LIMITS = { perMinute: 2, atOnce: 10, perDay: 100 }

/** Counts with a clock that the test sets, and whether a start is let in. */
const counting = (limits = LIMITS) => {
  const clock = { now: 0 }
  const counts = createCallerCounts(() => clock.now)
  const enter = (caller = 'ada', door = 'page greeter') => counts.enter(door, caller, limits)
  const refusal = (caller = 'ada', door = 'page greeter'): HttpProblem | undefined => {
    try {
      enter(caller, door).takeBack()
      return undefined
    } catch (error) {
      if (error instanceof HttpProblem) return error
      throw error
    }
  }
  return { clock, enter, refusal }
}

describe('the limits of callers', () => {
  test('hold each caller of each door to its starts in a minute', () => {
    const { clock, enter, refusal } = counting()
    enter().leave()
    clock.now = 20_000
    enter().leave()
    const refused = refusal()
    expect([refused?.status, refused?.code, refused?.options.headers]).toEqual([
      429,
      'use.limit',
      { 'retry-after': '40' },
    ])
    expect([refusal('eve'), refusal('ada', 'page other')]).toEqual([undefined, undefined])
    clock.now = MINUTE_MS
    expect(refusal()).toBeUndefined()
  })

  test('hold a caller to what is under way at once, until one is over', () => {
    const { enter, refusal } = counting({ perMinute: 100, atOnce: 2, perDay: 100 })
    const [first] = [enter(), enter()]
    expect(refusal()?.message).toContain('2 under way')
    expect(refusal('eve')).toBeUndefined()
    first?.leave()
    first?.leave()
    enter()
    expect(refusal()?.status).toBe(429)
  })

  test('hold all callers together to the starts of a day', () => {
    const { clock, enter, refusal } = counting({ ...LIMITS, perDay: 2 })
    enter('ada')
    enter('eve')
    expect(refusal('bob')?.status).toBe(429)
    clock.now = 24 * 60 * MINUTE_MS
    expect(refusal('bob')).toBeUndefined()
  })

  test('give back a start of which nothing came, once', () => {
    const { enter, refusal } = counting({ perMinute: 1, atOnce: 1, perDay: 1 })
    for (let times = 0; times < 5; times += 1) {
      const start = enter()
      start.takeBack()
      start.takeBack()
      start.leave()
    }
    enter().leave()
    expect(refusal()?.status).toBe(429)
    expect(refusal('eve')?.status).toBe(429)
  })

  test('keep a start that is over', () => {
    const { enter, refusal } = counting({ ...LIMITS, perMinute: 1 })
    const start = enter()
    start.leave()
    start.takeBack()
    expect(refusal()?.status).toBe(429)
  })
})
