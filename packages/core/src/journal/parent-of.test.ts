import { expect, test } from 'vitest'
import { parentOf } from './parent-of.ts'

test('A span stands in the one that its last two words are added to; the Run stands in none', () => {
  expect(parentOf('')).toBeNull()
  expect(parentOf('request/0')).toBe('')
  expect(parentOf('request/12/call/3')).toBe('request/12')
  expect(parentOf('request/12/call/3/request/0')).toBe('request/12/call/3')
})
