import { expect, test } from 'vitest'
import { faultPlace } from './code-fault.ts'

test('a fault is underlined at the place that its sentence names, to the end of the line', () => {
  const code = 'export default (call) => {\n  return call.a +\n}'
  expect(faultPlace('Line 3, column 1: Unexpected token.', code)).toEqual({
    message: 'Unexpected token.',
    startLineNumber: 3,
    startColumn: 1,
    endLineNumber: 3,
    endColumn: 2,
  })
})

test('a fault at the very end of a line, or past the text as it is by now, still has something to underline', () => {
  expect(faultPlace('Line 1, column 9: Unexpected token.', 'call => ')).toMatchObject({ startColumn: 8, endColumn: 9 })
  expect(faultPlace('Line 7, column 2: Unexpected token.', 'a\nbc')).toMatchObject({
    startLineNumber: 2,
    startColumn: 2,
    endColumn: 3,
  })
})

test('a fault of the whole code is underlined in its first line', () => {
  expect(faultPlace('It has no default export.', 'const a = 1\n')).toEqual({
    message: 'It has no default export.',
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: 1,
    endColumn: 12,
  })
})
