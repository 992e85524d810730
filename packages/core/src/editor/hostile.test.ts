import { describe, expect, it } from 'vitest'
import { addProperty, setProperty } from '../tool/property-edits.ts'
import { readProperties } from '../tool/property-table.ts'
import { importTools, TOOL_FORMATS } from '../tool/convert.ts'
import { createValidator } from '../schema/validate.ts'
import { completeAt } from './complete.ts'
import { definitionAt } from './definition.ts'
import { diagnoseIdea } from './diagnose.ts'
import { hoverAt } from './hover.ts'
import { breadcrumbsAt } from './place.ts'
import { readiness } from './readiness.ts'
import { renameAt } from './rename.ts'
import { worldOf } from './world.ts'

const validator = createValidator()
const tool = (schema: string): string => `{ "context": [{ "type": "tool", "tool": { "ask": ${schema} } }] }`
const nest = (open: string, close: string, times: number): string => open.repeat(times) + 'true' + close.repeat(times)
const names = Array.from({ length: 800 }, (_, index) => `"p${index}": { "type": "string", "enum": ["a", "b"] }`)

const HOSTILE: readonly (readonly [name: string, schema: string])[] = [
  ['deep', nest('{ "properties": { "a": ', ' } }', 2000)],
  ['very deep', nest('{ "items": ', ' }', 100_000)],
  ['deep alternatives', nest('{ "anyOf": [', '] }', 300)],
  ['wide', `{ "type": "object", "properties": { ${names.join(', ')} } }`],
  ['cyclic', '{ "properties": { "a": { "$ref": "#/properties/a" }, "b": { "$ref": "#" } } }'],
  [
    'doubling',
    `{ "$ref": "#/$defs/d0", "$defs": { ${Array.from({ length: 40 }, (_, index) => `"d${index}": { "allOf": [{ "$ref": "#/$defs/d${index + 1}" }, { "$ref": "#/$defs/d${index + 1}" }] }`).join(', ')}, "d40": {} } }`,
  ],
  [
    'of catastrophic patterns',
    '{ "properties": { "a": { "type": "string", "pattern": "(a+)+$", "default": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" } } }',
  ],
  [
    'of prototypes',
    '{ "properties": { "__proto__": { "type": "string" }, "constructor": {}, "toString": {} }, "__proto__": 1, "$ref": "#/__proto__" }',
  ],
]

describe('a hostile schema', () => {
  it.each(HOSTILE)('that is %s neither throws nor outlasts its test', (_name, schema) => {
    const text = tool(schema)
    const files = { ideas: new Map([['main', text]]), tools: new Map<string, string>(), activities: [] }
    const world = worldOf(files, 'idea', 'main')
    expect(diagnoseIdea(files, 'main', { validator })).toBeInstanceOf(Array)
    expect(readiness(files, 'main', { validator })?.items).toHaveLength(11)
    for (const offset of [10, text.length >> 1, text.length - 10]) {
      expect(completeAt(text, offset, world)).toBeInstanceOf(Array)
      hoverAt(text, offset, world)
      definitionAt(text, offset, world)
      breadcrumbsAt(text, offset)
      renameAt(text, offset, 'other', world)
    }
    const pointer = '/context/0/tool/ask'
    expect(readProperties(text, pointer)).toBeInstanceOf(Array)
    expect(addProperty(text, pointer, 'x', { required: true })).toBeInstanceOf(Array)
    expect(setProperty(text, pointer, 'a', { description: 'x' })).toBeInstanceOf(Array)
    for (const format of TOOL_FORMATS) expect(importTools(schema, format).tools).toBeInstanceOf(Array)
  })
})
