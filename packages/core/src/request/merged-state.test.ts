import { describe, expect, it } from 'vitest'
import { mergeObjects, mergeValues, withSharedList } from './state.ts'

describe('The state of an instance', () => {
  const shared = { song: { parts: ['bass', 'lead'] } }
  const path = ['song', 'parts', '1']

  it('takes over a shared list before an item of it is written', () => {
    expect(withSharedList({}, shared, path)).toEqual(shared)
    expect(withSharedList({ song: { mood: 'calm' } }, shared, path)).toEqual({
      song: { mood: 'calm', parts: ['bass', 'lead'] },
    })
    expect(withSharedList({ mood: 'calm' }, shared, ['song', 'title'])).toEqual({ mood: 'calm' })
  })

  it('keeps what it holds itself in the place of the list', () => {
    for (const own of [{ song: { parts: ['drums'] } }, { song: { parts: {} } }, { song: 'CDE' }, { song: ['CDE'] }])
      expect(withSharedList(own, shared, path)).toBe(own)
    const own = { song: { title: 'Own' } }
    expect(withSharedList(own, { song: ['a'] }, ['song', '0'])).toBe(own)
  })
})

describe('Objects merge', () => {
  it('by key, lists and everything else by being replaced', () => {
    expect(mergeObjects({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { c: [3] }, d: { e: 1 } })).toEqual({
      a: { b: 1, c: [3] },
      d: { e: 1 },
    })
  })

  it('without names of prototypes', () => {
    const over = JSON.parse('{"__proto__":{"polluted":1},"constructor":1,"a":1}') as { readonly a: number }
    const merged = mergeObjects({}, over)
    expect(Object.keys(merged)).toEqual(['a'])
    expect('polluted' in merged).toBe(false)
    expect(mergeObjects({}, { toString: { a: 1 } })).toEqual({ toString: { a: 1 } })
  })

  it('if both are objects; else the later wins, and the earlier without a later one', () => {
    expect(mergeObjects({ a: { b: 1 } }, { a: 'text' })).toEqual({ a: 'text' })
    expect(mergeObjects({ a: 'text' }, { a: { b: 1 } })).toEqual({ a: { b: 1 } })
    expect(mergeValues({ a: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 })
    expect(mergeValues({ a: 1 }, 'text')).toBe('text')
    expect(mergeValues('text', { a: 1 })).toEqual({ a: 1 })
    expect(mergeValues({ a: 1 }, undefined)).toEqual({ a: 1 })
    expect(mergeValues(undefined, undefined)).toBeNull()
  })
})
