import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import { createClock } from '../operate/system-clock.ts'
import { Wall } from './wall.ts'

/** A Wall over time that passes on demand. */
const createWall = (maxMs: number, recorded: readonly JournalEvent[] = []) => {
  let now = 0
  let timers: { readonly at: number; readonly act: () => void }[] = []
  const reached: [string, number, number][] = []
  const stopping = new AbortController()
  const clock = createClock({
    now: () => now,
    elapsed: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  })
  const wall = new Wall({
    clock,
    signal: stopping.signal,
    recorded,
    maxMs,
    onReached: (span, max) => reached.push([span, max, now]),
  })
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end;) {
      now++
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { act } of due) act()
    }
  }
  return { wall, pass, reached, stopping, timers: () => timers.length }
}

/** Only what a Wall looks at. */
const event = (type: string, second: number, span = ''): JournalEvent =>
  ({ type, span, at: new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString() }) as JournalEvent // the rest is not read

const MODULE = 'request/0/call/0'

describe('The time of a Run', () => {
  test('ends it once, when it is over', () => {
    const { pass, reached } = createWall(100)
    pass(99)
    expect(reached).toEqual([])
    pass(200)
    expect(reached).toEqual([['', 100, 100]])
  })

  test('stops while everything waits for a person', () => {
    const { wall, pass, reached, timers } = createWall(100)
    pass(60)
    wall.pause()
    expect(timers()).toBe(0)
    pass(1000)
    wall.go()
    wall.go()
    pass(39)
    expect(reached).toEqual([])
    pass(1)
    expect(reached).toEqual([['', 100, 1100]])
  })

  test('continues from its recorded time, without the gaps', () => {
    const recorded = [
      event('run.created', 0),
      event('request.started', 2),
      event('run.waiting', 3),
      event('run.resumed', 50),
      event('request.completed', 54),
    ]
    const { pass, reached } = createWall(10_000, recorded)
    pass(2999)
    expect(reached).toEqual([])
    pass(1)
    expect(reached).toEqual([['', 10_000, 3000]])
  })

  test('does not count how long its process was gone', () => {
    const recorded = [
      event('run.created', 0),
      event('request.started', 2),
      event('run.resumed', 50),
      event('call.started', 54),
    ]
    const { pass, reached } = createWall(10_000, recorded)
    pass(3999)
    expect(reached).toEqual([])
    pass(1)
    expect(reached).toEqual([['', 10_000, 4000]])
  })

  test('does nothing once the Run is stopped', () => {
    const { wall, pass, reached, stopping, timers } = createWall(100)
    stopping.abort()
    wall.pause()
    wall.go()
    expect(timers()).toBe(0)
    pass(200)
    expect(reached).toEqual([])
  })
})

describe('The time of a Module', () => {
  test('ends the Run by the limit that is reached first', () => {
    const { wall, pass, reached } = createWall(100)
    wall.limit(MODULE, 50)
    wall.limit('request/0/call/1', 30)
    pass(200)
    expect(reached).toEqual([['request/0/call/1', 30, 30]])
  })

  test('counts from its beginning, and no more once it has ended', () => {
    const { wall, pass, reached } = createWall(100)
    pass(20)
    const release = wall.limit(MODULE, 50)
    pass(49)
    release()
    release()
    pass(30)
    expect(reached).toEqual([])
    wall.limit(MODULE, 1)
    pass(1)
    expect(reached).toEqual([['', 100, 100]])
  })

  test('stops with the Run', () => {
    const { wall, pass, reached } = createWall(100)
    wall.limit(MODULE, 50)
    pass(20)
    wall.pause()
    pass(500)
    wall.go()
    pass(30)
    expect(reached).toEqual([[MODULE, 50, 550]])
  })

  test('begins and ends without a timer while the Run waits', () => {
    const { wall, pass, reached, timers } = createWall(100)
    const release = wall.limit(MODULE, 50)
    wall.pause()
    wall.limit('request/0/call/1', 10)
    release()
    expect(timers()).toBe(0)
    pass(500)
    expect(reached).toEqual([])
  })

  test('is the Run’s where that is over before', () => {
    const { wall, pass, reached, timers } = createWall(100)
    pass(60)
    wall.limit(MODULE, 40)
    expect(timers()).toBe(1)
    pass(100)
    expect(reached).toEqual([['', 100, 100]])
  })

  test('continues from the recorded time since it began', () => {
    const recorded = [
      event('run.created', 0),
      event('call.started', 5, MODULE),
      event('request.started', 7, `${MODULE}/request/0`),
    ]
    const { wall, pass, reached } = createWall(60_000, recorded)
    wall.limit(MODULE, 3000)
    pass(999)
    expect(reached).toEqual([])
    pass(1)
    expect(reached).toEqual([[MODULE, 3000, 1000]])
  })

  test('is absent if the record shows that it is over', () => {
    for (const end of ['call.completed', 'call.failed', 'module.left']) {
      const recorded = [event('run.created', 0), event('call.started', 0, MODULE), event(end, 5, MODULE)]
      const { wall, pass, reached } = createWall(60_000, recorded)
      wall.limit(MODULE, 1000)()
      wall.limit(MODULE, 1000)
      pass(10_000)
      expect(reached).toEqual([])
    }
    const beside = createWall(60_000, [event('run.created', 0), event('call.completed', 5, 'request/0/call/1')])
    beside.wall.limit(MODULE, 1000)
    beside.pass(1000)
    expect(beside.reached).toEqual([[MODULE, 1000, 1000]])
  })
})
