import { describe, expect, it } from 'vitest'
import { applyTextEdits } from '../schema/json-document.ts'
import { renameAt, renameTargetAt } from './rename.ts'
import type { EditorWorld } from './world.ts'

const worldOf = (file: EditorWorld['file']): EditorWorld => ({
  file,
  ideas: [],
  tools: [],
  activities: [],
  statePaths: [],
  inputPaths: [],
  dataKinds: [],
})
/** `|` marks the cursor. */
const renamed = (marked: string, newName: string, file: EditorWorld['file'] = 'schema'): string => {
  const text = marked.replace('|', '')
  return applyTextEdits(text, renameAt(text, marked.indexOf('|'), newName, worldOf(file)))
}
const target = (marked: string): string | undefined =>
  renameTargetAt(marked.replace('|', ''), marked.indexOf('|'))?.name

describe('a property can be renamed', () => {
  it('at its name: as a key of properties, or in required', () => {
    expect(target('{ "properties": { "ci|ty": {} } }')).toBe('city')
    expect(target('{ "properties": { "city": {} }, "required": ["ci|ty"] }')).toBe('city')
  })

  it.each([
    ['another key', '{ "prop|erties": { "city": {} } }'],
    ['a value', '{ "properties": { "city": { "const": "ci|ty" } } }'],
    ['a key that only looks like one', '{ "default": { "ci|ty": 1 } }'],
    ['a name that is required and not declared', '{ "properties": { "city": {} }, "required": ["to|wn"] }'],
    ['a meta field', '{ "properties": { "_act|ivity": {} } }'],
    ['a number', '{ "properties": { "city": { "minimum": 1|0 } } }'],
    ['nothing', '{ | }'],
  ])('but not at %s', (_, marked) => {
    expect(target(marked)).toBeUndefined()
    expect(renamed(marked, 'place')).toBe(marked.replace('|', ''))
  })

  it('unless the name is taken, or its own', () => {
    for (const name of ['town', 'city']) {
      const text = '{ "properties": { "ci|ty": {}, "town": {} } }'
      expect(renamed(text, name)).toBe(text.replace('|', ''))
    }
  })
})

describe('a definition is renamed at its name', () => {
  it('with the references to it and into it', () => {
    expect(target('{ "$defs": { "no|de": {} } }')).toBe('node')
    const schema = (name: string, cursor = ''): string =>
      `{ "items": { "$ref": "#/$defs/${name}/properties/a" }, "$defs": { "${name}${cursor}": { "properties": { "a": {} } } } }`
    expect(renamed(schema('node', '|'), 'leaf')).toBe(schema('leaf'))
    expect(renamed('{ "$defs": { "a|": {}, "b": {} } }', 'b')).toBe('{ "$defs": { "a": {}, "b": {} } }')
  })
})

describe('renaming a property follows it', () => {
  it('through everything that speaks of the same object, and no further', () => {
    const schema = (name: string, cursor = ''): string => `{
      "properties": { "${name}${cursor}": { "properties": { "city": {} } }, "other": { "required": ["city"] } },
      "required": ["${name}"],
      "dependentRequired": { "${name}": ["zip"], "zip": ["${name}"] },
      "dependentSchemas": { "zip": { "required": ["${name}"] } },
      "allOf": [{ "required": ["${name}"] }], "if": { "properties": { "${name}": {} } },
      "default": { "${name}": 1 }, "examples": [{ "${name}": "city" }]
    }`
    expect(renamed(schema('city', '|'), 'town')).toBe(schema('town'))
  })

  it('through references, escaped for addresses or not', () => {
    const schema = (name: string, reference: string, cursor = ''): string =>
      `{ "properties": { "${name}${cursor}": { "properties": { "x": {} } }, "b": { "$ref": "${reference}/properties/x" }, "c": { "$ref": "#/properties/b" } } }`
    expect(renamed(schema('город', '#/properties/город', '|'), 'town')).toBe(schema('town', '#/properties/town'))
    expect(renamed(schema('a b', '#/properties/a%20b', '|'), 'town')).toBe(schema('town', '#/properties/town'))
    expect(renamed(schema('a', '#/properties/a', '|'), '50%')).toBe(schema('50%', '#/properties/50%25'))
    expect(renamed(schema('a', '#/properties/a', '|'), 'x/y')).toBe(schema('x/y', '#/properties/x~1y'))
  })

  it('into the condition of a Tool’s approval, where it is the Tool’s own parameter', () => {
    const tool = (name: string, inner: string, cursor = ''): string =>
      `{ "type": "object", "properties": { "${name}${cursor}": {}, "deep": { "properties": { "${inner}": {} } } }, "_approval": { "when": { "required": ["${name}"] } } }`
    expect(renamed(tool('city', 'city', '|'), 'town', 'tool')).toBe(tool('town', 'city'))
    expect(renamed(tool('city', 'ci|ty'), 'town', 'tool')).toBe(tool('city', 'town'))
    const plain = '{ "properties": { "ci|ty": {} }, "_approval": { "when": { "required": ["city"] } } }'
    expect(renamed(plain, 'town', 'schema')).toContain('"required": ["city"]')
  })

  it('into the names that the API behind a Tool has, whose own words stay', () => {
    const tool = (name: string, cursor = ''): string =>
      `{ "properties": { "_parameterNames": { "const": { "${name}": "_город" } }, "${name}${cursor}": {}, "other": {} } }`
    expect(renamed(tool('city', '|'), 'town', 'tool')).toBe(tool('town'))
    const root = '{ "_parameterNames": { "city": "_id" }, "properties": { "ci|ty": {} } }'
    expect(renamed(root, 'town', 'tool')).toBe('{ "_parameterNames": { "town": "_id" }, "properties": { "town": {} } }')
  })

  it('into the paths of an Idea, whole names only, if the new name is valid in one', () => {
    const idea = (name: string, path = name, cursor = ''): string => `{ "context": [
      { "type": "state", "schema": { "properties": { "song": { "properties": { "${name}${cursor}": {} } } } }, "state": {} },
      { "type": "text", "text": "See †state.song.${path}, not †state.song.melody2 or †input.song.melody." },
      { "type": "tool", "tool": { "ask": { "_imports": ["state:song.${path}"] } } }
    ] }`
    expect(renamed(idea('melody', 'melody', '|'), 'tune', 'idea')).toBe(idea('tune'))
    expect(renamed(idea('melody', 'melody', '|'), 'a tune', 'idea')).toBe(idea('a tune', 'melody'))
  })

  it('into the value that an input Message holds', () => {
    const idea = (name: string, cursor = ''): string =>
      `{ "context": [{ "type": "input", "schema": { "properties": { "${name}${cursor}": {} } }, "input": { "${name}": "x" } }] }`
    expect(renamed(idea('mood', '|'), 'feeling', 'idea')).toBe(idea('feeling'))
  })
})
