import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../idea/message.ts'
import type { Json } from '../schema/json.ts'
import { getPath, readState, setPath, withState } from './state.ts'

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
  })

  it('never reaches a prototype', () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expect(getPath({}, [name])).toBeUndefined()
      expect(setPath({}, [name, 'polluted'], true)).toBeUndefined()
    }
    expect(getPath({}, ['toString'])).toBeUndefined()
    expect('polluted' in {}).toBe(false)
  })
})

describe('the state of a context', () => {
  const context: readonly Message[] = [
    { type: 'state', schema: { type: 'object' }, state: { song: { title: 'Море', bars: 8 } } },
    { type: 'state', state: { song: { bars: 16 } } },
    { type: 'state', state: { mine: true }, _instance: 'a' },
  ]

  it('is its state Messages merged, the later winning', () => {
    expect(readState(context.slice(0, 2))).toEqual({ song: { title: 'Море', bars: 16 } })
  })

  it('is replaced as a whole, so that what was removed stays removed', () => {
    const next = withState(context, { song: { title: 'Sea' } })
    expect(readState(next.slice(0, 2))).toEqual({ song: { title: 'Sea' } })
    expect(next[0]).toEqual({ type: 'state', schema: { type: 'object' }, state: { song: { title: 'Sea' } } })
    expect(next[2]).toBe(context[2])
    expect(readState(withState(context, { mine: false }, 'a').slice(2))).toEqual({ mine: false })
    expect(withState([], { a: 1 })).toEqual([{ type: 'state', state: { a: 1 } }])
  })
})
