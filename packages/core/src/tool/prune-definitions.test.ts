import { expect, test } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { pruneDefinitions } from './prune-definitions.ts'

const text = { type: 'string' }
const to = (name: string) => ({ $ref: `#/$defs/${name}` })

test('a definition that nothing refers to goes, with those that only it needs', () => {
  const schema = {
    properties: { a: to('город') },
    $defs: {
      город: { properties: { up: to('used') } },
      used: text,
      lone: { properties: { b: to('below') } },
      below: text,
    },
    definitions: { old: text },
  }
  expect(pruneDefinitions(schema)).toEqual({
    properties: { a: to('город') },
    $defs: { город: { properties: { up: to('used') } }, used: text },
  })
  expect(pruneDefinitions({ type: 'object', $defs: { lone: text } })).toEqual({ type: 'object' })
})

test('a definition stays that a part of is referred to, itself included', () => {
  const schema = {
    properties: { a: { $ref: '#/definitions/tree/properties/left' } },
    definitions: { tree: { properties: { left: { $ref: '#/definitions/tree' } } } },
  }
  expect(pruneDefinitions(schema)).toBe(schema)
})

test('a parameter may be called $ref or $defs', () => {
  const schema = {
    properties: { $ref: to('used'), $defs: { properties: { b: text } } },
    $defs: { used: text, lone: text },
  }
  expect(pruneDefinitions(schema)).toEqual({ ...schema, $defs: { used: text } })
})

test('nothing goes where a reference may lead anywhere', () => {
  const references: readonly JsonObject[] = [
    { $ref: '#named' },
    { $ref: 'https://example.org/other.json' },
    { $dynamicRef: '#node' },
    { $ref: '#/$defs' },
  ]
  for (const reference of references) {
    const schema = { properties: { a: reference }, $defs: { lone: text } }
    expect(pruneDefinitions(schema)).toBe(schema)
  }
})
