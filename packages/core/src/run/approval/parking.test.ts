import { describe, expect, test } from 'vitest'
import type { Json } from '../../schema/json.ts'
import type { Waiting } from '../../journal/run-types.ts'
import { Parking } from './parking.ts'

const SINCE = '2026-11-21T00:00:00.000Z'
const FIRST: Waiting = { type: 'approval', callId: 'first', since: SINCE }
const SECOND: Waiting = { type: 'breakpoint', callId: 'second', since: SINCE }

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const createParking = (early: ReadonlyMap<string, Json> = new Map()) => {
  const told: string[] = []
  const stopping = new AbortController()
  const parking = new Parking({
    signal: stopping.signal,
    early,
    idle: later,
    onWaiting: async (waitingFor) => {
      told.push(`waits for ${waitingFor.map(({ callId }) => callId).join(', ')}`)
    },
    onResumed: (why) => told.push(`continues after ${why}`),
  })
  return { parking, told, stopping }
}

describe('A Run waits only when every live branch waits', () => {
  test('the event comes once no work is in flight, and the Run continues with the first decision', async () => {
    const { parking, told } = createParking()
    let finish = (): void => {}
    const effect = parking.busy(() => new Promise<void>((resolve) => (finish = resolve)))
    const first = parking.wait('a', FIRST)
    await later()
    await later()
    expect(told).toEqual([])
    finish()
    await effect
    await parking.allParked()
    expect(told).toEqual(['waits for first'])
    parking.deliver('a', 'yes')
    expect(await first).toBe('yes')
    expect(told).toEqual(['waits for first', 'continues after a'])
  })

  test('also after an effect that failed', async () => {
    const { parking, told } = createParking()
    let fail = (_: Error): void => {}
    const effect = parking.busy(() => new Promise<void>((_, reject) => (fail = reject)))
    void parking.wait('a', FIRST)
    fail(new Error('no'))
    await expect(effect).rejects.toThrow('no')
    await parking.allParked()
    expect(told).toEqual(['waits for first'])
  })

  test('what was decided is waited for no more when it waits again', async () => {
    const { parking, told } = createParking()
    const first = parking.wait('a', FIRST)
    void parking.wait('b', SECOND)
    await parking.allParked()
    parking.deliver('a', 'yes')
    await first
    await parking.busy(async () => {})
    await parking.allParked()
    expect(told).toEqual(['waits for first, second', 'continues after a', 'waits for second'])
  })

  test('it waits again where a decision leaves only others who wait', async () => {
    const { parking, told } = createParking()
    const first = parking.wait('a', FIRST)
    void parking.wait('b', SECOND)
    await parking.allParked()
    await later()
    parking.deliver('a', 'no')
    await first
    await parking.allParked()
    expect(told).toEqual(['waits for first, second', 'continues after a', 'waits for second'])
  })

  test('a branch that begins before that event prevents it', async () => {
    const { parking, told } = createParking()
    void parking.wait('a', FIRST)
    const effect = parking.busy(async () => {
      await later()
      await later()
    })
    await later()
    expect(told).toEqual([])
    await effect
    await parking.allParked()
    expect(told).toEqual(['waits for first'])
  })
})

describe('A signal without a waiter', () => {
  test('is kept for a later waiter: it came while the process was away, or before the question', async () => {
    const { parking, told } = createParking(new Map([['a', 'early']]))
    parking.deliver('b', 'before')
    expect(await parking.wait('a', FIRST)).toBe('early')
    expect(await parking.wait('b', SECOND)).toBe('before')
    expect(told).toEqual([])
  })
})

describe('A Run that ends', () => {
  test('has no waiters, and no waiting event', async () => {
    const { parking, told, stopping } = createParking()
    const waits = parking.wait('a', FIRST)
    stopping.abort(new Error('the end'))
    await expect(waits).rejects.toThrow('the end')
    await later()
    await later()
    expect(told).toEqual([])
  })
})
