import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import {
  existingPaths,
  findReferences,
  invalidReferences,
  isReference,
  parseReference,
  resolveParameters,
  resolveReference,
  writesOf,
} from './reference.ts'

const view = { state: { song: { melody: 'CDE', bars: 8 }, часть: [1, 2] }, input: { mood: 'sad', none: null } }
const parsed = (text: string) => {
  const result = parseReference(text)
  if (!result.ok) throw new Error(result.message)
  return result.reference
}

describe('a reference', () => {
  it('is a whole string that begins with one dagger', () => {
    expect(isReference('†state.song')).toBe(true)
    expect(isReference('see †state.song')).toBe(false)
    expect(isReference('††state.song')).toBe(false)
    expect(isReference(7)).toBe(false)
  })

  it('reads the state or the input by path, lists by index', () => {
    expect(resolveReference(parsed('†state.song.melody'), view)).toEqual({ found: true, value: 'CDE' })
    expect(resolveReference(parsed('†state.часть.1'), view)).toEqual({ found: true, value: 2 })
    expect(resolveReference(parsed('†input'), view)).toEqual({ found: true, value: view.input })
    expect(resolveReference(parsed('†input.none'), view)).toEqual({ found: true, value: null })
  })

  it('with || reads the first that exists', () => {
    expect(resolveReference(parsed('†state.gone || †input.mood'), view)).toEqual({ found: true, value: 'sad' })
    expect(resolveReference(parsed('†state.a || †state.b'), view)).toMatchObject({
      found: false,
      missing: [{ text: '†state.a' }, { text: '†state.b' }],
    })
  })

  it('with && needs all and yields the last', () => {
    expect(resolveReference(parsed('†input.mood && †state.song.bars'), view)).toEqual({ found: true, value: 8 })
    expect(resolveReference(parsed('†input.mood && †state.gone'), view)).toMatchObject({
      found: false,
      missing: [{ text: '†state.gone' }],
    })
  })

  it('that is malformed, mixes operators or names a prototype is refused with a sentence', () => {
    for (const text of ['†', '†output.x', '†state..x', '†state.__proto__', '†state.a || b', '†state.a || †b && †c']) {
      expect(parseReference(text)).toMatchObject({ ok: false, message: expect.any(String) })
    }
  })
})

describe('an output path', () => {
  it('writes into the state, to one path or several', () => {
    expect(writesOf('†state.song.melody')).toMatchObject({ ok: true, reference: { operator: 'one' } })
    expect(writesOf('†state.a && †state.b')).toMatchObject({ ok: true, reference: { operator: 'all' } })
    expect(writesOf('†input.mood')).toMatchObject({ ok: false })
    expect(writesOf('†state')).toMatchObject({ ok: false })
  })
})

describe('the parameters of a Call', () => {
  it('may hold references at any depth', () => {
    const parameters = { melody: '†state.song.melody', list: [{ 'a/b': '†input.mood' }], text: '††not one' }
    expect(findReferences(parameters).map(({ path }) => path)).toEqual(['/melody', '/list/0/a~1b'])
    expect(resolveParameters(parameters, view)).toEqual({
      ok: true,
      resolved: { melody: 'CDE', list: [{ 'a/b': 'sad' }], text: '†not one' },
    })
  })

  it('are refused with what is missing and what exists', () => {
    expect(resolveParameters({ melody: '†state.song.melodie', other: '†bad' }, view)).toEqual({
      ok: false,
      missing: [{ root: 'state', segments: ['song', 'melodie'], text: '†state.song.melodie' }],
      invalid: [expect.objectContaining({ path: '/other', text: '†bad' })],
      existing: expect.arrayContaining(['†state.song', '†state.song.melody', '†input.mood']),
    })
  })

  it('are listed only where they can be read', () => {
    const state = { 'a.b': 1, '': 1, ' c': 1, 'd||e': 1, constructor: 1, fine: { 'f&&g': 1, name: 1, 'имя 1': 1 } }
    const listed = existingPaths({ state, input: { 'x@y.org': 1 } })
    expect(listed).toEqual(['†state.fine', '†state.fine.name', '†state.fine.имя 1'])
    for (const path of listed) expect(resolveParameters({ path }, { state, input: null }).ok).toBe(true)
  })

  it('stay as they are without daggers', () => {
    const plain = fc.object({
      values: [fc.string().filter((text) => !text.startsWith('†')), fc.integer(), fc.constant(null)],
    })
    fc.assert(
      fc.property(plain, (object) => {
        const parameters = JSON.parse(JSON.stringify(object)) as { [key: string]: Json } // parsed from JSON
        expect(resolveParameters(parameters, view)).toEqual({ ok: true, resolved: parameters })
        expect(invalidReferences(parameters)).toEqual([])
      }),
    )
  })
})
