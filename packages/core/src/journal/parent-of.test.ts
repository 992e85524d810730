import { expect, test } from 'vitest'
import { parentOf } from './parent-of.ts'

test('A span’s parent is its path without the last two words; the Run has none', () => {
  expect(parentOf('')).toBeNull()
  expect(parentOf('request/0')).toBe('')
  expect(parentOf('request/12/call/3')).toBe('request/12')
  expect(parentOf('request/12/call/3/request/0')).toBe('request/12/call/3')
})
