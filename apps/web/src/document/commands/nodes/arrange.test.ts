import { expect, test } from 'vitest'
import { aligned, distributed } from './arrange.ts'

const rect = (id: string, x: number, y: number, height = 100) => ({ id, x, y, width: 200, height })

test('aligned nodes begin where the first of them does', () => {
  expect([...aligned([rect('a', 30, 0), rect('b', 10, 200)], 'x').values()]).toEqual([
    { x: 10, y: 0 },
    { x: 10, y: 200 },
  ])
})

test('distributed nodes have the same room between them, and the outer ones stay', () => {
  const places = distributed([rect('c', 0, 700), rect('a', 0, 0, 200), rect('b', 0, 210)], 'y')
  expect(places.get('a')).toEqual({ x: 0, y: 0 })
  expect(places.get('b')).toEqual({ x: 0, y: 400 })
  expect(places.get('c')).toEqual({ x: 0, y: 700 })
})
