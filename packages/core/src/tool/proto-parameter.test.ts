import { describe, expect, it } from 'vitest'
import { isObject, type Json } from '../schema/json.ts'
import { importTools } from './convert.ts'

/** A parameter named like the prototype, next to one with such a member. */
const SCHEMA =
  '{"type":"object","properties":{"__proto__":{"type":"string","description":"A place."},"near":{"type":"object","properties":{"__proto__":{"type":"integer"}}}},"required":["__proto__"]}'
const TEXTS: { readonly [format: string]: string } = {
  openai: `[{"type":"function","function":{"name":"find","parameters":${SCHEMA}}}]`,
  responses: `[{"type":"function","name":"find","parameters":${SCHEMA}}]`,
  anthropic: `[{"name":"find","input_schema":${SCHEMA}}]`,
  gemini: `{"functionDeclarations":[{"name":"find","parameters":${SCHEMA.replace('"object"', '"OBJECT"')}}]}`,
  mcp: `{"tools":[{"name":"find","inputSchema":${SCHEMA}}]}`,
  openapi: `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/find":{"post":{"operationId":"find","requestBody":{"content":{"application/json":{"schema":${SCHEMA}}}},"responses":{"200":{"description":"x"}}}}}}`,
  'a schema': SCHEMA,
  'a schema with comments': `// of a file\n${SCHEMA.replace('{', '{ /* first */ ')}`,
}

const member = (value: Json | undefined, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )

describe('A parameter called __proto__', () => {
  it.each(Object.entries(TEXTS))('is kept under another name from %s', (_, text) => {
    const { tools } = importTools(text, undefined, 'find')
    const [tool] = tools
    expect(tool?.name).toBe('find')
    const names = member(tool?.schema, 'properties', '_parameterNames', 'const')
    const [name = '', other] = isObject(names) ? (Object.entries(names)[0] ?? []) : []
    expect([name, other]).toEqual([expect.stringMatching(/^proto(?:__)?$/u), '__proto__'])
    expect(member(tool?.schema, 'properties', name, 'type')).toBe('string')
    expect(member(tool?.schema, 'required')).toEqual([name])
    expect(member(tool?.schema, 'properties', 'near', 'properties', '__proto__', 'type')).toBe('integer')
  })

  it.each(['{"__proto__":"string","near":"integer"}', '{"__proto__":1,"near":2}'])('is not dropped from %s', (text) => {
    const format = text.includes('string') ? 'shorthand' : 'example'
    const [tool] = importTools(text, format, 'find').tools
    expect(member(tool?.schema, 'properties', 'proto__')).toBeDefined()
  })
})
