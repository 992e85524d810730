import type { Json } from '@ensemble/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toText } from '../texts/json-edit.ts'
import { patchText } from './patch-text.ts'

const name = fc.string({ minLength: 1, maxLength: 4 }).filter((each) => each !== '__proto__')
const { value } = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
const object = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true })

test('a text that is patched says what was wanted, whatever it said before', () => {
  fc.assert(
    fc.property(object, object, (before, wanted) => {
      expect(JSON.parse(patchText(toText(before), wanted))).toEqual(wanted)
    }),
    { numRuns: 300 },
  )
})

test('what is the same already keeps its bytes', () => {
  const text =
    '{\n  "title":   "Writer",\n  "context": [{ "type": "text", "text": "In plain words." }],\n  "gone": 1\n}\n'
  const wanted: Json = { context: [{ type: 'text', text: 'In verse.' }, { type: 'state' }], title: 'Writer' }
  const patched = patchText(text, wanted)
  expect(patched).toContain('"title":   "Writer"')
  expect(patched).toContain('{ "type": "text", "text": "In verse." }')
  expect(patched).not.toContain('gone')
  expect(JSON.parse(patched)).toEqual(wanted)
})
