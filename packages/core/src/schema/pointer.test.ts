import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  followReference,
  getByPointer,
  parsePointer,
  pointerOf,
  readablePath,
  referenceTo,
  toPointer,
} from './pointer.ts'

describe('a JSON pointer', () => {
  it('is written and read back without loss', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(parsePointer(toPointer(segments))).toEqual(segments)
      }),
    )
  })

  it('that is not one is refused', () => {
    for (const text of ['a', '/~2', '/a~']) expect(parsePointer(text), text).toBeUndefined()
  })

  it('reaches own properties and existing items only', () => {
    const value = { 'a/b': [{ '': 1 }, null] }
    expect(getByPointer(value, '')).toBe(value)
    expect(getByPointer(value, '/a~1b/0/')).toBe(1)
    expect(getByPointer(value, '/a~1b/1')).toBeNull()
    for (const pointer of ['/toString', '/a~1b/length', '/a~1b/01', '/a~1b/2', '/a~1b/-', '/a~1b/1/x', 'a']) {
      expect(getByPointer(value, pointer), pointer).toBeUndefined()
    }
  })

  it('is in a reference unchanged or escaped for addresses', () => {
    const root = { $defs: { café: { type: 'string' }, 'a b': true, '50%': 1 } }
    expect(pointerOf('#')).toBe('')
    expect(pointerOf('#/$defs/a')).toBe('/$defs/a')
    for (const reference of ['#/$defs/café', '#/$defs/caf%C3%A9'])
      expect(followReference(root, reference)).toEqual({ type: 'string' })
    expect(followReference(root, '#/$defs/a%20b')).toBe(true)
    expect(followReference(root, '#/$defs/50%')).toBe(1)
    for (const reference of ['https://example.org/#/$defs/a', 'tool://ask', '/$defs/café', ''])
      expect(pointerOf(reference)).toBeUndefined()
    expect(followReference(root, '#/$defs/nothing')).toBeUndefined()
    expect(followReference(true, '#/$defs/a')).toBeUndefined()
  })

  it('is the same after it was written as a reference', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(pointerOf(referenceTo(toPointer(segments)))).toBe(toPointer(segments))
      }),
    )
  })

  it('is shown to people with dots and brackets', () => {
    expect(readablePath('/notes/3/pitch')).toBe('notes[3].pitch')
    expect(readablePath('')).toBe('')
  })
})
