import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textChange } from './text-change.ts'

describe('where two texts part', () => {
  it('has whole words', () => {
    expect(textChange('You are the Composer. Write.', 'You are the Composer of tunes. Write.')).toEqual({
      head: 'You are the Composer',
      before: '',
      after: ' of tunes',
      tail: '. Write.',
    })
    expect(textChange('a sadder song', 'a sweeter song')).toEqual({
      head: 'a ',
      before: 'sadder',
      after: 'sweeter',
      tail: ' song',
    })
  })

  it('is everything where they have nothing in common', () => {
    expect(textChange('null', '{"a":1}')).toEqual({ head: '', before: 'null', after: '{"a":1}', tail: '' })
  })

  it('keeps a few neighbouring words of a long text', () => {
    const long = 'word '.repeat(200)
    const { head, before, after, tail } = textChange(`${long}one ${long}`, `${long}two ${long}`)
    expect([before, after]).toEqual(['one', 'two'])
    expect(head).toMatch(/^… (word )+$/)
    expect(tail).toMatch(/^ (word )+…$/)
    expect(head.length + tail.length).toBeLessThan(400)
  })

  it('gives both texts back, whatever they are', () => {
    const text = fc.string({ maxLength: 100, unit: 'binary' })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { head, before, after, tail } = textChange(one, other)
        expect([head + before + tail, head + after + tail]).toEqual([one, other])
      }),
    )
  })
})
