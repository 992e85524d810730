import { expect, it } from 'vitest'
import { bytes, count, duration, ticking } from './format.ts'

it('durations carry the unit that reads best', () => {
  expect([0, 340, 1400, 59_949, 59_960, 67_000, 3_727_000].map(duration)).toEqual([
    '0 ms',
    '340 ms',
    '1.4 s',
    '59.9 s',
    '1:00',
    '1:07',
    '1:02:07',
  ])
})

it('a ticking time stays in seconds', () => {
  expect([0, 90, 7200].map(ticking)).toEqual(['0.0 s', '0.1 s', '7.2 s'])
})

it('counts and sizes are short', () => {
  expect([310, 1932, 12_400, 2_000_000].map(count)).toEqual(['310', '1.9k', '12k', '2.0M'])
  expect([512, 4200, 3_400_000].map(bytes)).toEqual(['512 B', '4.2 KB', '3.4 MB'])
})
