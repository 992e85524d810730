import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createUtf8Decoder } from './utf8-decoder.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 })

it('gives the text that the platform gives, however its bytes are cut into pieces', () => {
  fc.assert(
    fc.property(fc.boolean(), text, fc.array(fc.nat(8), { maxLength: 30 }), (isMarked, written, lengths) => {
      const bytes = new TextEncoder().encode((isMarked ? '\uFEFF' : '') + written)
      const decode = createUtf8Decoder()
      let read = ''
      let at = 0
      for (const length of lengths) read += decode(bytes.slice(at, (at += length)))
      read += decode(bytes.slice(at))
      expect(read).toBe(new TextDecoder().decode(bytes))
    }),
  )
})
