import type { NewEvent } from '@ensemble/core/journal'
import { GENESIS } from '@ensemble/core/host'
import { expect, test } from 'vitest'
import { MOST_AT_ONCE, sealSome } from './seal-some.ts'

const event = (type: string, n: number, data: object = {}): NewEvent =>
  ({
    type,
    key: `request/0/call/${n}#${type}`,
    at: '2026-11-21T00:00:00.000Z',
    span: '',
    parent: null,
    data,
  }) as unknown as NewEvent // of a type that sealing does not look at

const sizes = (events: readonly NewEvent[]): readonly number[] => {
  const found: number[] = []
  let head = { seq: 0, hash: GENESIS }
  for (let from = 0; from < events.length; from += found.at(-1) ?? events.length) {
    const sealed = sealSome('run', head, events, from, {})
    head = sealed.at(-1)?.head ?? head
    found.push(sealed.length)
  }
  expect(head.seq).toBe(events.length)
  return found
}

test('Events that come together are written together, many or large ones in several pieces', () => {
  const small = Array.from({ length: MOST_AT_ONCE + 10 }, (_, n) => event('call.logged', n))
  expect(sizes(small.slice(0, 20))).toEqual([20])
  expect(sizes(small)).toEqual([MOST_AT_ONCE, 10])
  const large = Array.from({ length: 3 }, (_, n) => event('call.completed', n, { result: 'x'.repeat(100_000) }))
  expect(sizes(large)).toEqual([1, 1, 1])
})

test('A limit and what it refuses are never parted', () => {
  const pairs = Array.from({ length: MOST_AT_ONCE }, (_, n) => [event('limit.reached', n), event('call.rejected', n)])
  expect(sizes([event('call.logged', 0), ...pairs.flat()])).toEqual([MOST_AT_ONCE + 1, MOST_AT_ONCE])
})
