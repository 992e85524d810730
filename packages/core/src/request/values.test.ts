import { describe, expect, it } from 'vitest'
import { bytesOf, shownValue } from './values.ts'

describe('a value shown to a model', () => {
  it('is itself up to inlineBytes of JSON, counted in UTF-8', () => {
    const text = 'я'.repeat(99)
    expect(bytesOf(text)).toBe(200)
    expect(shownValue(text, '†state.text', 200)).toBe(text)
    expect(shownValue(text, '†state.text', 199)).toMatchObject({ ref: '†state.text', type: 'string', bytes: 200 })
  })

  it('is otherwise its reference, type, size and beginning', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index)
    expect(shownValue(list, '†state.list', 2048)).toEqual({
      ref: '†state.list',
      type: 'array',
      bytes: JSON.stringify(list).length,
      preview: expect.stringMatching(/^\[0,1,2,.*…$/u),
    })
  })

  it('stays whole where no reference reads it', () => {
    const text = 'x'.repeat(5000)
    expect(shownValue(text, undefined, 2048)).toBe(text)
  })
})
