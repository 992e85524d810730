import type { StreamEvent } from '@ensemble/core/journal'
import { redactJson } from '@ensemble/core/host'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLiveRedaction } from './live-redaction.ts'
import { createRedactor } from './redactor.ts'
import { waysOfWriting } from './ways-of-writing.ts'

const SECRET = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8)
const TEXT = fc.string({ unit: 'grapheme', maxLength: 60 })

const knowing = (...secrets: readonly string[]) => {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.know(secret)
  return redactor
}

/** The same text to someone who reads it as base64, from wherever it may begin. */
const decodedFrom = (text: string): readonly string[] =>
  [0, 1, 2, 3].map((start) => Buffer.from(text.slice(start), 'base64').toString('latin1'))

describe('a secret is taken out however it is written', () => {
  test('in base64, at any offset in the encoded bytes and with any neighbours', () => {
    fc.assert(
      fc.property(
        SECRET,
        TEXT,
        TEXT,
        fc.constantFrom<BufferEncoding>('base64', 'base64url'),
        (secret, before, after, encoding) => {
          const { redact } = knowing(secret)
          const clean = redact(Buffer.from(before + secret + after).toString(encoding))
          const bytes = Buffer.from(secret).toString('latin1')
          for (const read of decodedFrom(clean)) expect(read).not.toContain(bytes)
          expect(clean).toContain('[secret]')
        },
      ),
    )
  })

  test('in hexadecimal, percent, escapes of JSON and JavaScript, and quotes in quotes', () => {
    fc.assert(
      fc.property(SECRET, TEXT, TEXT, (secret, before, after) => {
        const { redact } = knowing(secret)
        for (const way of waysOfWriting(secret)) expect(redact(before + way + after).includes(way)).toBe(false)
        const bytes = Buffer.from(secret)
        expect(redact(bytes.toString('hex'))).toBe('[secret]')
        expect(redact(encodeURIComponent(secret))).toBe('[secret]')
        expect(redact(JSON.stringify(JSON.stringify({ secret })))).toBe('"{\\"secret\\":\\"[secret]\\"}"')
      }),
    )
  })

  test('and nothing else is touched', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(knowing('canary-7f3e9a51').redact(text)).toBe(text)
      }),
    )
  })

  test('out of JSON that stays JSON, also where it is a number', () => {
    const { redact } = knowing('1234567890')
    const value = { at: 1234567890, list: [12345678901, 'x1234567890'], 1234567890: true, small: 5 }
    expect(redactJson(value, redact)).toEqual({
      at: '[secret]',
      list: ['[secret]', 'x[secret]'],
      '[secret]': true,
      small: 5,
    })
    expect(redactJson({ small: 5 }, redact)).toEqual({ small: 5 })
  })
})

describe('a secret that a model spells over several pieces', () => {
  const delta = (data: object): StreamEvent =>
    ({
      type: 'request.delta',
      run: 'r',
      span: 'request/0',
      parent: '',
      key: '',
      at: '',
      seq: null,
      data,
    }) as unknown as StreamEvent // as much of it as is read

  /** The text that a reader sees who joins the pieces of each stream. */
  const shownOf = (secret: string, pieces: readonly object[]): Readonly<Record<string, string>> => {
    const live = createLiveRedaction(knowing(secret))
    const shown: Record<string, string> = { text: '', reasoning: '', call: '' }
    for (const piece of pieces) {
      const event = live.clean(delta(piece))
      if (event?.type !== 'request.delta') continue
      shown['text'] += event.data.text ?? ''
      shown['reasoning'] += event.data.reasoning ?? ''
      shown['call'] += event.data.call?.argumentsDelta ?? ''
    }
    return shown
  }

  test('is never seen whole, in no way of writing, however it is cut', () => {
    fc.assert(
      fc.property(
        SECRET,
        TEXT,
        TEXT,
        fc.nat(),
        fc.array(fc.nat(7), { minLength: 1 }),
        (secret, before, after, chosen, cuts) => {
          const ways = [...waysOfWriting(secret)]
          const whole = before + (ways[chosen % ways.length] ?? secret) + after
          const pieces: object[] = []
          let offset = 0
          for (let turn = 0; offset < whole.length; turn++) {
            const text = whole.slice(offset, offset + 1 + (cuts[turn % cuts.length] ?? 0))
            pieces.push(
              { offset, text },
              { offset, reasoning: text },
              { offset, call: { index: 0, argumentsDelta: text } },
            )
            offset += text.length
          }
          for (const shown of Object.values(shownOf(secret, pieces)))
            for (const way of ways) expect(shown.includes(way), `${JSON.stringify(way)} in ${shown}`).toBe(false)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('makes others wait no longer than it might begin', () => {
    expect(
      shownOf('canary-7f3e9a51', [
        { offset: 0, text: 'a can' },
        { offset: 5, text: ' of beans' },
      ]).text,
    ).toBe('a can of beans')
    expect(
      shownOf('canary-7f3e9a51', [
        { offset: 0, text: 'a canary-7f' },
        { offset: 11, text: '3e9a51 sings' },
      ]).text,
    ).toBe('a [secret] sings')
  })
})
