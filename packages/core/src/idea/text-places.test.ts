import fc from 'fast-check'
import { parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { jsonOf, nodeAt, segmentsOf } from '../schema/json-document.ts'
import type { JsonNode } from '../schema/json-document.ts'
import { toPointer } from '../schema/pointer.ts'
import { countWritten, createPlaceFinder, measure } from './text-places.ts'

const SPACES = ['', ' ', '\n\t', '\r\n  ']

/** The value as JSON with whitespace of a kind between its parts, which is what files hold. */
const spaced = (value: unknown, space: string): string => {
  if (Array.isArray(value))
    return `[${space}${value.map((each) => spaced(each, space)).join(`${space},${space}`)}${space}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}${space}:${space}${spaced(each, space)}`,
  )
  return `{${space}${members.join(`${space},${space}`)}${space}}`
}

const nodesOf = (node: JsonNode): readonly JsonNode[] => [
  ...(node.type === 'property' ? [] : [node]),
  ...(node.children ?? []).flatMap((child, index) => (node.type === 'property' && index === 0 ? [] : nodesOf(child))),
]

describe('Places in a text', () => {
  it('are those of the tree of the text, for every value in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...SPACES), (value, space) => {
        const text = space + spaced(value, space) + space
        const root = parseTree(text) as JsonNode // it is JSON
        const find = createPlaceFinder(text)
        // Backwards as well, so that some places are asked for when later ones were read already.
        for (const node of [...nodesOf(root), ...nodesOf(root).toReversed()])
          expect(find(segmentsOf(node)), toPointer(segmentsOf(node))).toEqual([node.offset, node.length])
      }),
    )
  })

  it('are those of the nearest value around them where they lead nowhere', () => {
    const text = '{ "a": [1, { "b\\"c": null }], "d": "x" }'
    const root = parseTree(text)
    for (const [segments, nearest] of [
      [['a', '7'], '/a'],
      [['a', 'x'], '/a'],
      [['a', '1', 'b"c', 'deeper'], '/a/1/b"c'],
      [['d', '0'], '/d'],
      [['nowhere', 'at', 'all'], ''],
    ] as const) {
      const node = nodeAt(root, nearest)
      expect(createPlaceFinder(text)(segments)).toEqual([node?.offset, node?.length])
    }
  })

  it('count a name as often as it is written, which tells whether one is written twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...SPACES), (value, space) => {
        const text = spaced(value, space)
        expect(countWritten(text)).toBe(measure(JSON.parse(text)).members)
        expect(jsonOf(parseTree(text) as JsonNode)).toEqual(JSON.parse(text)) // it is JSON
      }),
    )
    const twice = '{ "a": { "\\\\": 1, "x:y\\"": 2 }, "a": ":" }'
    expect(countWritten(twice)).toBe(4)
    expect(measure(JSON.parse(twice))).toEqual({ members: 1, depth: 1 })
  })
})
