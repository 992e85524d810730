import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { getByPointer } from '../schema/pointer.ts'
import { exportTools } from './convert-many.ts'
import type { ToolFormat } from './convert.ts'
import { TOOL_FORMATS, importTools } from './convert.ts'

const READ: JsonObject = {
  type: 'object',
  description: 'Reads a page.',
  properties: { page: { type: 'integer', description: 'its number' }, _output: { type: 'string' } },
  required: ['page'],
}
/** A note may hold notes: its schema points at a part of itself. */
const WRITE: JsonObject = {
  type: 'object',
  description: 'Writes a note.',
  properties: {
    _approval: { const: 'required' },
    note: { $ref: '#/$defs/note', description: 'the note' },
  },
  required: ['note'],
  $defs: {
    note: {
      type: 'object',
      properties: { text: { type: 'string' }, inner: { type: 'array', items: { $ref: '#/$defs/note' } } },
      required: ['text'],
    },
  },
}
const TOOLS = [
  { name: 'readPage', schema: READ },
  { name: 'writeNote', schema: WRITE },
]

const read = (format: ToolFormat): unknown => JSON.parse(exportTools(TOOLS, format).text)

const refsIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(refsIn)
    : isObject(value)
      ? Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
      : []

describe('several Tools in another format', () => {
  it('are one document in every format', () => {
    for (const format of TOOL_FORMATS) if (format !== 'typescript') expect(read(format)).toBeTypeOf('object')
    expect(read('openai')).toHaveLength(2)
    expect(read('mcp')).toMatchObject({ tools: [{ name: 'readPage' }, { name: 'writeNote' }] })
    expect(read('schema')).toEqual({ readPage: READ, writeNote: WRITE })
    expect(read('example')).toMatchObject({ readPage: { page: 0 }, writeNote: { note: { text: 'text' } } })
  })

  it('are one TypeScript file that imports once and declares every signature', () => {
    const { text } = exportTools(TOOLS, 'typescript')
    expect(text.match(/import type/g)).toHaveLength(1)
    const declared = [...text.matchAll(/^export type (\w+)/gm)].map(([, name]) => name)
    expect(declared).toEqual(expect.arrayContaining(['ReadPageCall', 'WriteNoteActivity']))
    expect(new Set(declared).size).toBe(declared.length)
  })

  it('are one OpenAPI document with a path for each, whose references all lead somewhere in it', () => {
    const document = read('openapi') as JsonObject
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/readPage': { post: { operationId: 'readPage' } },
        '/writeNote': { post: { operationId: 'writeNote' } },
      },
    })
    const refs = refsIn(document)
    expect(refs).not.toEqual([])
    for (const ref of refs) expect(getByPointer(document, ref.slice(1)), ref).toMatchObject({ type: 'object' })
    const { tools } = importTools(JSON.stringify(document))
    expect(tools.map(({ name }) => name)).toEqual(['readPage', 'writeNote'])
    expect(tools[0]?.schema).toMatchObject({ description: 'Reads a page.', required: ['page'] })
  })

  it('tell what each loses under its name', () => {
    const lost = (format: ToolFormat): readonly string[] => exportTools(TOOLS, format).lost.map(({ path }) => path)
    expect(lost('openapi')).toEqual(['writeNote/properties/_approval'])
    expect(lost('typescript')).toContain('writeNote/properties/_approval')
  })

  it('a single one is itself where the format has no list', () => {
    expect(JSON.parse(exportTools([{ name: 'readPage', schema: READ }], 'schema').text)).toEqual(READ)
  })
})
