import { expect, test } from 'vitest'
import { nameFrom } from './propose-case.ts'

test('a case is named by its title; a title that begins with no letter follows the name of the Idea', () => {
  expect(nameFrom('A sad ballad', 'producer')).toBe('a-sad-ballad')
  expect(nameFrom('2.1.0', 'lead')).toBe('lead-2-1-0')
  expect(nameFrom('…', 'lead')).toBe('lead')
})
