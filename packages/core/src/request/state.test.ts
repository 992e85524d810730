import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../schema/json.ts'
import { getPath, setPath, writeInto } from './state.ts'

const segment = fc.oneof(fc.stringMatching(/^[a-zа-я]{1,4}$/u), fc.constantFrom('0', '1'))
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> // JSON by its name

describe('a state path', () => {
  it('reads what was written there and leaves the original as it was', () => {
    fc.assert(
      fc.property(json, fc.array(segment, { maxLength: 4 }), json, (value, path, next) => {
        const before = JSON.stringify(value)
        const written = setPath(value, path, next)
        expect(JSON.stringify(value)).toBe(before)
        if (written !== undefined) expect(getPath(written, path)).toEqual(next)
      }),
    )
  })

  it('reads and writes lists by index', () => {
    const state = { parts: [{ name: 'bass' }, { name: 'lead' }] }
    expect(getPath(state, ['parts', '1', 'name'])).toBe('lead')
    expect(setPath(state, ['parts', '1', 'name'], 'соло')).toEqual({ parts: [{ name: 'bass' }, { name: 'соло' }] })
    expect(setPath(state, ['parts', '2'], 'drums')).toEqual({ parts: [...state.parts, 'drums'] })
    expect(setPath(state, ['parts', '5'], 'gap')).toBeUndefined()
    expect(setPath(state, ['parts', 'last'], 'no index')).toBeUndefined()
    expect(getPath(state, ['parts', 'length'])).toBeUndefined()
    for (const noIndex of ['', '01', '1.0', ' 1', '1e0', '-0']) {
      expect(getPath(state, ['parts', noIndex])).toBeUndefined()
      expect(setPath(state, ['parts', noIndex], 'no index')).toBeUndefined()
    }
  })

  it('leads nowhere through a text or a number', () => {
    expect(getPath({ song: 'CDE' }, ['song', '0'])).toBeUndefined()
    expect(getPath({ song: 'CDE' }, ['song', 'length'])).toBeUndefined()
    expect(getPath({ song: 1 }, ['song', 'toFixed'])).toBeUndefined()
  })

  it('is not written through a value that isn’t an object', () => {
    expect(setPath({ song: 'CDE' }, ['song', 'melody'], 'x')).toBeUndefined()
    expect(setPath({ song: null }, ['song', 'melody'], 'x')).toEqual({ song: { melody: 'x' } })
    expect(setPath({ song: 'CDE' }, ['song'], { melody: 'x' })).toEqual({ song: { melody: 'x' } })
  })

  it('that was free before its Call ran is written whatever others of its turn put in its way', () => {
    const object = fc.dictionary(segment, json).map((state): JsonObject => state)
    fc.assert(
      fc.property(object, fc.array(segment, { minLength: 1, maxLength: 4 }), json, (state, path, next) => {
        expect(getPath(writeInto(state, path, next), path)).toEqual(next)
        const free = setPath(state, path, next)
        if (free !== undefined) expect(writeInto(state, path, next)).toEqual(free)
      }),
    )
    expect(writeInto({ song: 'CDE', mood: 'sad' }, ['song', 'melody'], 'x')).toEqual({
      song: { melody: 'x' },
      mood: 'sad',
    })
    expect(writeInto({}, ['__proto__', 'polluted'], true)).toEqual({})
  })

  it('never reaches a prototype', () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expect(getPath({}, [name])).toBeUndefined()
      expect(getPath(JSON.parse(`{"${name}":1}`) as Json, [name])).toBeUndefined()
      expect(setPath({}, [name, 'polluted'], true)).toBeUndefined()
    }
    expect(getPath({}, ['toString'])).toBeUndefined()
    expect('polluted' in {}).toBe(false)
  })
})
