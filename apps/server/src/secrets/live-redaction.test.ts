import type { StreamEvent } from '@ensemble/core/journal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLiveRedaction } from './live-redaction.ts'
import { createRedactor } from './redactor.ts'

const SECRET = 'canary-7f3e9a51'
const live = () => {
  const redactor = createRedactor()
  redactor.know(SECRET)
  return createLiveRedaction(redactor)
}
const event = (type: string, data: object, more: object = {}): StreamEvent =>
  ({ type, run: 'r', span: 'request/0', key: '', at: '', seq: null, data, ...more }) as unknown as StreamEvent // as much of it as is read
const delta = (offset: number, text: string, more?: object): StreamEvent =>
  event('request.delta', { offset, text }, more)
const dataOf = (seen: StreamEvent | undefined): unknown => seen?.data

describe('what is only seen live', () => {
  test('is passed on as it is where nothing in it may begin a secret', () => {
    const { clean } = live()
    const piece = delta(0, 'Hello')
    expect(dataOf(clean(piece))).toEqual({ offset: 0, text: 'Hello' })
    expect(dataOf(clean(delta(5, '')))).toEqual({ offset: 5, text: '' })
  })

  test('is cleaned whatever kind of event it is, and where a piece carries no text', () => {
    const { clean } = live()
    expect(dataOf(clean(event('call.progress', { call: 'c', note: `key ${SECRET}` })))).toEqual({
      call: 'c',
      note: 'key [secret]',
    })
    expect(dataOf(clean(event('request.delta', { offset: 0, finish: SECRET })))).toEqual({
      offset: 0,
      finish: '[secret]',
    })
    const call = { index: 0, name: SECRET, argumentsDelta: '{}' }
    expect(dataOf(clean(event('request.delta', { offset: 0, call })))).toEqual({
      offset: 0,
      call: { ...call, name: '[secret]' },
    })
  })

  test('waits as long as it may begin a secret, then comes once, from its place', () => {
    const { clean } = live()
    expect(clean(delta(0, 'can'))).toBeUndefined()
    expect(dataOf(clean(delta(3, 'not ')))).toEqual({ offset: 0, text: 'cannot ' })
    expect(dataOf(clean(delta(7, 'do')))).toEqual({ offset: 7, text: 'do' })
    expect(dataOf(clean(delta(9, ' can')))).toEqual({ offset: 9, text: ' ' })
    expect(dataOf(clean(delta(13, '!')))).toEqual({ offset: 10, text: 'can!' })
  })

  test('comes to what is recorded, however secrets overlap and wherever the text is cut', () => {
    const words = fc.subarray(['abababab', 'ababababab', 'babababa', 'abababab-', 'bababa-aba'], { minLength: 1 })
    const piece = fc.oneof(fc.constantFrom('a', 'b', '-', 'ab', 'abab', 'baba', 'abababab'), fc.constant(''))
    const pieces = fc.array(piece, { maxLength: 20 })
    fc.assert(
      fc.property(words, pieces, (secrets, said) => {
        const redactor = createRedactor()
        for (const secret of secrets) redactor.know(secret)
        const { clean } = createLiveRedaction(redactor)
        // Text that can't begin a secret releases the held text.
        const all = [...said, '.'.repeat(99)]
        let offset = 0
        const seen = all.map((piece) => {
          const shown = clean(delta(offset, piece))
          offset += piece.length
          return shown?.type === 'request.delta' ? (shown.data.text ?? '') : ''
        })
        expect(seen.join('')).toBe(redactor.redact(all.join('')))
      }),
    )
  })

  test('is taken out where the pieces make a secret', () => {
    const { clean } = live()
    expect(clean(delta(0, SECRET.slice(0, 6)))).toBeUndefined()
    expect(dataOf(clean(delta(6, `${SECRET.slice(6)}.`)))).toMatchObject({ text: '[secret].' })
  })

  test('is held separately by Run, span and stream, and released with its Request', () => {
    const { clean, end } = live()
    const [start, rest] = [SECRET.slice(0, 6), SECRET.slice(6)]
    expect(clean(delta(0, start))).toBeUndefined()
    for (const other of [delta(0, rest, { run: 'other' }), delta(0, rest, { span: 'request/1' })])
      expect(dataOf(clean(other))).toMatchObject({ text: rest })
    expect(dataOf(clean(event('request.delta', { offset: 0, reasoning: rest })))).toMatchObject({ reasoning: rest })
    end('r', 'request/0')
    expect(dataOf(clean(delta(6, rest)))).toMatchObject({ text: rest })
  })
})
