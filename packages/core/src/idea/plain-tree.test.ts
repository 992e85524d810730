import fc from 'fast-check'
import { parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { plainTree } from './plain-tree.ts'

test('The tree of a JSON text is the one that jsonc-parser makes', () => {
  const spaces = fc.constantFrom(undefined, '', ' ', 2, '\t')
  fc.assert(
    fc.property(fc.jsonValue(), spaces, fc.constantFrom('', ' ', '\r\n'), (value, indent, around) => {
      const text = around + JSON.stringify(value, null, indent) + around
      expect(plainTree(text)).toEqual(parseTree(text))
    }),
  )
})

test('Escapes, empty containers and numbers of every form have their places', () => {
  const text = '{"a\\n\\"":[{},[], -1.5e+3 ,true\n,null ],"\\u0041" : "\\\\","__proto__":{"":0}}'
  expect(plainTree(text)).toEqual(parseTree(text))
})
