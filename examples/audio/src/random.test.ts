import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('a batch of numbers equals single draws, and the sequence continues after it', () => {
  const oneByOne = createRandom('seed', 7)
  const atOnce = createRandom('seed', 7)
  const numbers = new Float64Array(1000)
  atOnce.fill(numbers)
  expect([...numbers]).toEqual(Array.from(numbers, () => oneByOne()))
  expect(atOnce.integer(0, 1_000_000)).toBe(oneByOne.integer(0, 1_000_000))
})
