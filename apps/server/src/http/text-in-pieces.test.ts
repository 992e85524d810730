import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInPieces, textInPieces } from './text-in-pieces.ts'

test('A document written one member at a time is the text that JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
      expect([...jsonInPieces(document)].join('')).toBe(JSON.stringify(document))
    }),
  )
})

test('Of a heavy value in a list every piece is small', () => {
  const heavy = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'of two' }))
  const document = { calls: [{ call: { value: heavy }, result: heavy, none: undefined }] }
  const pieces = [...jsonInPieces(document)]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(65_536)
  expect(pieces.join('')).toBe(JSON.stringify(document))
})

test('A body made of pieces holds all of them, in order', async () => {
  const pieces = Array.from({ length: 300 }, (_, index) => `${index} – ${'x'.repeat(1000)}\n`)
  expect(await new Response(textInPieces(pieces.values())).text()).toBe(pieces.join(''))
})
