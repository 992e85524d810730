import fc from 'fast-check'
import { parseTree, type JSONPath, type Node } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import type { Json } from '@ensemble/core'
import { insertAt, moveItem, removeAt, setAt } from './json-edit.ts'

const key = fc.constantFrom('a', 'b', 'long name', 'ü')
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 1.5, '', 'text\n"quoted"', 'x'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const object = fc.dictionary(key, json, { maxKeys: 3, noNullPrototype: true })
/** As people and programs write JSON. */
const layout = fc.constantFrom<(value: Json) => string>(
  (value) => JSON.stringify(value),
  (value) => `${JSON.stringify(value, null, 2)}\n`,
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(value, null, 4).replaceAll('\n', '\r\n'),
  (value) => JSON.stringify(value).replaceAll(/([{,:])/g, '$1 '),
)

/** The source of every value, by its path. */
function sourcesIn(text: string): Map<string, string> {
  const sources = new Map<string, string>()
  const visit = (node: Node | undefined, path: JSONPath): void => {
    if (node === undefined) return
    sources.set(JSON.stringify(path), text.slice(node.offset, node.offset + node.length))
    node.children?.forEach((child, index) => {
      if (child.type === 'property') visit(child.children?.[1], [...path, String(child.children?.[0]?.value)])
      else visit(child, [...path, index])
    })
  }
  visit(parseTree(text), [])
  return sources
}
const placesIn = (text: string): JSONPath[] => [...sourcesIn(text).keys()].map((path): JSONPath => JSON.parse(path))
const valueAt = (text: string, path: JSONPath): unknown =>
  JSON.parse(sourcesIn(text).get(JSON.stringify(path)) ?? 'null')
const startsWith = (path: JSONPath, prefix: JSONPath): boolean => prefix.every((step, index) => path[index] === step)

/** Every value outside `path` keeps its source. */
function expectRestUntouched(before: string, after: string, path: JSONPath): void {
  const sources = sourcesIn(after)
  for (const [found, source] of sourcesIn(before)) {
    const step: JSONPath = JSON.parse(found)
    if (!startsWith(path, step) && !startsWith(step, path)) expect(sources.get(found)).toBe(source)
  }
}

const somewhere = fc.record({ value: object, write: layout, pick: fc.nat(), added: json })
const choose = (places: readonly JSONPath[], pick: number): JSONPath => places[pick % places.length] ?? []

describe('a value that is set', () => {
  it('is set, and every other byte stays', () => {
    fc.assert(
      fc.property(somewhere, ({ value, write, pick, added }) => {
        const text = write(value)
        const path = choose(placesIn(text), pick)
        if (path.length === 0) return
        const after = setAt(text, path, added)
        expect(valueAt(after, path)).toEqual(added)
        expectRestUntouched(text, after, path)
      }),
    )
  })

  it('creates missing objects on the way to it', () => {
    fc.assert(
      fc.property(somewhere, fc.array(fc.constantFrom('new', 'more'), { minLength: 1 }), (at, steps) => {
        const text = at.write(at.value)
        const objects = placesIn(text).filter((path) => sourcesIn(text).get(JSON.stringify(path))?.startsWith('{'))
        const path = [...choose(objects, at.pick), ...steps]
        const after = setAt(text, path, at.added)
        expect(valueAt(after, path)).toEqual(at.added)
        expectRestUntouched(text, after, path)
      }),
    )
  })

  it('looks like its neighbours', () => {
    expect(setAt('{\n  "a": {}\n}\n', ['a', 'b', 'c'], [1])).toBe(
      '{\n  "a": {\n    "b": {\n      "c": [\n        1\n      ]\n    }\n  }\n}\n',
    )
    expect(setAt('{\n\t"a": 1\n}', ['b'], 2)).toBe('{\n\t"a": 1,\n\t"b": 2\n}')
    expect(setAt('{ "a": 1 }', ['b'], { c: 2 })).toBe('{ "a": 1, "b": { "c": 2 } }')
    expect(setAt('{"a":1}', ['b'], 2)).toBe('{"a":1,"b":2}')
    expect(setAt('{\n  "a": {"x":  1}\n}', ['a', 'y'], { z: 1 })).toBe('{\n  "a": {"x":  1, "y": { "z": 1 }}\n}')
  })
})

describe('a value that is removed', () => {
  it('is gone, and what was set where nothing was leaves the first value when it is removed', () => {
    fc.assert(
      fc.property(somewhere, ({ value, write, pick, added }) => {
        const text = write(value)
        const path = choose(placesIn(text), pick)
        const after = removeAt(text, path)
        if (path.length > 0 && typeof path.at(-1) === 'string')
          expect(sourcesIn(after).has(JSON.stringify(path))).toBe(false)
        expect(JSON.parse(removeAt(setAt(text, ['new'], added), ['new']))).toEqual(value)
      }),
    )
  })
})

describe('an item', () => {
  it('is inserted where it is wanted and moved with its own text', () => {
    expect(insertAt('{\n  "a": [\n    1\n  ]\n}', ['a'], 0, 0)).toBe('{\n  "a": [\n    0,\n    1\n  ]\n}')
    expect(insertAt('{ "a": [1] }', ['a'], 1, 2)).toBe('{ "a": [1, 2] }')
    expect(insertAt('{}', ['a'], 0, 1)).toBe('{\n  "a": [1]\n}')
    expect(moveItem('[ 1,  {"x":1}, 3 ]', [], 1, 0)).toBe('[ {"x":1},  1, 3 ]')
  })
})
