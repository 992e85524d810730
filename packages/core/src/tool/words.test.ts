import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './words.ts'

describe('Words of a text', () => {
  it('are letters and digits in lower case, and a capital behind a small letter begins another', () => {
    expect(wordsOf('checkHttp_status of XMLHttp, 2ndTry')).toEqual([
      'check',
      'http',
      'status',
      'of',
      'xmlhttp',
      '2nd',
      'try',
    ])
    expect(wordsOf('проверьСтатус ещё')).toEqual(['проверь', 'статус', 'еще'])
    expect(wordsOf(' … ')).toEqual([])
  })

  it('are the same with or without letters beyond ASCII behind them', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'z', 'B', 'Q', '7', '_', ' ', '-', '\n', '"') })
    fc.assert(
      fc.property(texts, (text) => {
        expect(wordsOf(`${text} ü`)).toEqual([...wordsOf(text), 'ü'])
      }),
    )
  })
})
