import { expect, it } from 'vitest'
import { cellText } from './cell-text.ts'

it('gives each line of a song its own line', () => {
  expect(cellText(['The tide goes out, the tide comes in', 'and never brings you home'])).toBe(
    'The tide goes out, the tide comes in\nand never brings you home',
  )
})

it('shows other lists and objects as JSON, and nothing for an empty value', () => {
  expect(cellText([1, 'a'])).toBe('[1, "a"]')
  expect(cellText([])).toBe('[]')
  expect([null, undefined].map(cellText)).toEqual(['', ''])
})
