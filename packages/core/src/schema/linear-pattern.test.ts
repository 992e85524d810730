import { expect, test } from 'vitest'
import { linearPattern } from './linear-pattern.ts'

test.each(['(?<quote>["\'])x\\k<quote>', '(["\'])x\\1', '\\\\\\k<x>', '[a\\]]\\k<x>', 'x(?=y)', 'x(?<!y)'])(
  'a back-reference or look-around is refused by its reason: %s',
  (pattern) => {
    expect(() => linearPattern(pattern)).toThrow('is not supported: it uses look-around or back-references')
  },
)

test.each([
  ['^\\\\k<x>$', '\\k<x>'],
  ['^[k<x>]+$', 'kx'],
  ['^(?<x>a)b$', 'ab'],
])('what only looks like a back-reference matches: %s', (pattern, text) => {
  expect(linearPattern(pattern).test(text)).toBe(true)
})
