import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, hashJson, portableSha256, sha256Bytes, sha256Text } from './hash.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'

const nodeSha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
// fast-check's JSON is plain JSON; its declared type is `unknown`.
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

describe('hashes', () => {
  it('are lower-case hex sha256 of the UTF-8 bytes', () => {
    expect(sha256Text('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => sha256Text(text) === nodeSha256(text)))
    fc.assert(fc.property(fc.uint8Array(), (bytes) => sha256Bytes(bytes) === nodeSha256(bytes)))
  })

  it('are the same if the host has no hash function, as in a page', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => portableSha256(text) === nodeSha256(text)))
    fc.assert(fc.property(fc.uint8Array(), (bytes) => portableSha256(bytes) === nodeSha256(bytes)))
  })

  it('of a value do not depend on the order of its keys', () => {
    expect(hashJson({ b: [1, { d: null, c: '†' }], a: true })).toBe(hashJson({ a: true, b: [1, { c: '†', d: null }] }))
    expect(hashJson([1, 2])).not.toBe(hashJson([2, 1]))
  })
})

describe('canonical JSON', () => {
  it('parses back to the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('orders keys by UTF-16 units and writes numbers as ECMAScript does', () => {
    expect(canonicalJson({ é: 1, b: 1e21, a: -0, '10': 0.1, '9': [] })).toBe('{"10":0.1,"9":[],"a":0,"b":1e+21,"é":1}')
  })

  it('is the same whatever order the names of its objects were written in', () => {
    const names = fc.constantFrom('a', 'b', 'B', '10', '9', '__proto__', 'é', '')
    const tree = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, -0, 1.5, 'text'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
      ),
    })).value as fc.Arbitrary<Json> // made of JSON above
    const byDefinition = (value: Json): string => {
      if (Array.isArray(value)) return `[${value.map(byDefinition).join(',')}]`
      if (!isObject(value)) return JSON.stringify(value)
      const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
      return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${byDefinition(member)}`).join(',')}}`
    }
    fc.assert(fc.property(tree, (value) => void expect(canonicalJson(value)).toBe(byDefinition(value))))
  })

  it('carries __proto__, NUL and lone surrogates as data', () => {
    const value = JSON.parse('{"__proto__":{"x":1},"n":"\\u0000","s":"\\ud800"}')
    expect(canonicalJson(value)).toBe('{"__proto__":{"x":1},"n":"\\u0000","s":"\\ud800"}')
    expect(hashJson('\ud800')).not.toBe(hashJson('\udc00'))
  })
})
