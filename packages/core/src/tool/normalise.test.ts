import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { META_FIELD_SPELLINGS } from './meta-names.ts'
import { normaliseTool } from './normalise.ts'

const codes = (name: string, schema: JsonObject): readonly string[] =>
  normaliseTool(name, schema).problems.map((problem) => problem.code)

const composer: JsonObject = {
  type: 'object',
  title: 'Composer',
  description: 'Writes a song from a brief.',
  properties: {
    _tool: { type: 'string', const: 'composeSong' },
    _module: { const: 'idea://composer' },
    _imports: { const: ['input', 'state:song'] },
    _approval: { const: { when: { properties: { seconds: { minimum: 60 } } } } },
    brief: { type: 'string', description: 'What the song is about.' },
    seconds: { type: 'integer' },
    _output: { type: 'object', properties: { title: { type: 'string' } } },
  },
  required: ['_tool', '_module', 'brief'],
}

describe('a Tool', () => {
  it('has parameters without meta fields, closed', () => {
    expect(normaliseTool('composeSong', composer).tool.parameters).toEqual({
      type: 'object',
      properties: { brief: { type: 'string', description: 'What the song is about.' }, seconds: { type: 'integer' } },
      required: ['brief'],
      additionalProperties: false,
    })
  })

  it('may write its meta fields as property schemas', () => {
    const { tool, problems } = normaliseTool('composeSong', composer)
    expect(problems).toEqual([])
    expect(tool.module).toEqual({ type: 'const', value: 'idea://composer' })
    expect(tool.imports).toEqual({ type: 'const', value: ['input', 'state:song'] })
    expect(tool.approval).toEqual({ type: 'when', schema: { properties: { seconds: { minimum: 60 } } } })
  })

  it('may write the same as plain values at the root', () => {
    const { _module, _imports, _approval, _output, _tool, ...parameters } = composer.properties as JsonObject // a literal above
    const atRoot: JsonObject = {
      ...composer,
      _tool: 'composeSong',
      _module: 'idea://composer',
      _imports: ['input', 'state:song'],
      _approval: { when: { properties: { seconds: { minimum: 60 } } } },
      _output: { type: 'object', properties: { title: { type: 'string' } } },
      properties: parameters,
    }
    const asProperties = normaliseTool('composeSong', composer)
    const plain = normaliseTool('composeSong', atRoot)
    expect(plain.problems).toEqual([])
    expect({ ...plain.tool, source: null }).toEqual({ ...asProperties.tool, source: null })
  })

  it('understands _delegate and _scopes as _module and _imports and keeps its author’s words', () => {
    const schema = { type: 'object', properties: { _delegate: { const: 'idea://x' }, _scopes: { const: ['text'] } } }
    const { tool } = normaliseTool('ask', schema)
    expect(tool.module).toEqual({ type: 'const', value: 'idea://x' })
    expect(tool.imports).toEqual({ type: 'const', value: ['text'] })
    expect(tool.source).toBe(schema)
  })

  it('lets the model choose a module from an enum and a subset of imports', () => {
    const { tool } = normaliseTool('ask', {
      type: 'object',
      properties: {
        _module: { enum: ['idea://a', 'idea://b'] },
        _imports: { type: 'array', items: { enum: ['input', 'data:photo'] } },
      },
    })
    expect(tool.module).toEqual({ type: 'enum', values: ['idea://a', 'idea://b'] })
    expect(tool.imports).toEqual({ type: 'subset', values: ['input', 'data:photo'] })
  })

  it('is the same when normalised again, and its author’s schema is never changed', () => {
    const metaValue = fc.constantFrom<unknown>(
      'x',
      '',
      { const: 'idea://x' },
      { type: 'string' },
      ['input'],
      false,
      'upfront',
    )
    const property = fc.tuple(fc.constantFrom(...META_FIELD_SPELLINGS, 'city', 'город', '_unknown'), metaValue)
    fc.assert(
      fc.property(fc.array(property), fc.array(property), (properties, root) => {
        const schema = {
          type: 'object',
          ...Object.fromEntries(root),
          properties: Object.fromEntries(properties),
        } as JsonObject // built from JSON values above
        const before = JSON.stringify(schema)
        const first = normaliseTool('anyTool', schema)
        const again = normaliseTool('anyTool', structuredClone(first.tool.source) as JsonObject) // a clone of JSON is JSON
        expect(JSON.stringify(schema)).toBe(before)
        expect(again).toEqual(first)
      }),
    )
  })
})

describe('a Tool is refused', () => {
  it('for an unknown meta field, naming the nearest', () => {
    const { problems } = normaliseTool('ask', { type: 'object', properties: { _modul: { const: 'idea://x' } } })
    expect(problems).toMatchObject([{ code: 'tool.unknownField', severity: 'error', path: '/properties/_modul' }])
    expect(problems[0]?.message).toContain('Did you mean _module?')
  })

  it('for a _tool other than its name', () => {
    expect(codes('ask', { type: 'object', properties: { _tool: { const: 'tell' } } })).toEqual(['tool.nameMismatch'])
  })

  it('for a module left free to the model', () => {
    expect(codes('ask', { type: 'object', properties: { _module: { type: 'string' } } })).toEqual(['tool.metaValue'])
  })

  it('for saying one meta field twice with different values', () => {
    expect(codes('ask', { type: 'object', _module: 'idea://a', _delegate: 'idea://b' })).toEqual(['tool.metaConflict'])
    expect(codes('ask', { type: 'object', _module: 'idea://a', _delegate: { const: 'idea://a' } })).toEqual([])
  })

  it('for imports that nothing could pass', () => {
    expect(codes('ask', { type: 'object', _imports: ['everything'] })).toEqual(['tool.metaValue'])
  })

  it('for a name that programs cannot use, or that the wire has taken', () => {
    expect(codes('1st', { type: 'object' })).toEqual(['tool.name'])
    expect(codes('погода', { type: 'object' })).toEqual(['tool.name'])
    expect(codes('final_output', { type: 'object' })).toEqual(['tool.reserved'])
  })

  it('for not being an object', () => {
    expect(codes('ask', { type: 'array' })).toEqual(['tool.notObject'])
  })
})
