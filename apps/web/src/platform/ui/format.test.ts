import { expect, it } from 'vitest'
import { bytes, count, duration, instant, ticking, whole } from './format.ts'

it('durations carry the unit that reads best', () => {
  expect([0, 340, 1400, 59_949, 59_960, 67_000, 3_727_000].map(duration)).toEqual([
    '0 ms',
    '340 ms',
    '1.4 s',
    '59.9 s',
    '1:00 min',
    '1:07 min',
    '1:02:07 h',
  ])
})

it('a ticking time stays in seconds', () => {
  expect([0, 90, 7200].map(ticking)).toEqual(['0.0 s', '0.1 s', '7.2 s'])
})

it('an exact count is grouped', () => {
  expect([310, 5000].map(whole)).toEqual(['310', '5,000'])
})

it('counts and sizes are short', () => {
  expect([310, 1932, 12_400, 2_000_000].map(count)).toEqual(['310', '1.9k', '12k', '2.0M'])
  expect([512, 4200, 3_400_000].map(bytes)).toEqual(['512 B', '4.2 KB', '3.4 MB'])
})

it('a time on an axis is as exact as the distance of the ticks', () => {
  expect([instant(1250, 5), instant(1250, 50), instant(1000, 200), instant(4000, 1000), instant(61_500, 500)]).toEqual([
    '1.250 s',
    '1.25 s',
    '1.0 s',
    '4 s',
    '1:01.5',
  ])
})
