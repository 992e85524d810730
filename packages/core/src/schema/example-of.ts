import type { Json, JsonObject, JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { followReference } from './pointer.ts'
import { typesOf } from './types-of.ts'

const DEEPEST = 16

/**
 * An example for people to edit: the schema's own (`const`, `examples`, `default`, `enum`), else the plainest value.
 */
export const exampleOf = (schema: JsonSchema): Json => write(schema, schema, 0)

const write = (schema: Json, root: JsonSchema, level: number): Json => {
  if (!isObject(schema) || level > DEEPEST) return null
  const listed = [schema.const, Array.isArray(schema.examples) ? schema.examples[0] : undefined, schema.default]
  const given = [...listed, Array.isArray(schema.enum) ? schema.enum[0] : undefined].find(
    (value) => value !== undefined,
  )
  if (given !== undefined) return given
  if (typeof schema.$ref === 'string') {
    return write(followReference(root, schema.$ref) ?? null, root, level + 1)
  }
  const [alternative] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) =>
    Array.isArray(parts) ? parts : [],
  )
  const [type] = typesOf(schema)
  if (type === undefined && alternative !== undefined) return write(alternative, root, level + 1)
  return ofType(type, schema, root, level)
}

const ofType = (type: Json | undefined, schema: JsonObject, root: JsonSchema, level: number): Json => {
  switch (type) {
    case 'object': {
      const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
      return Object.fromEntries(properties.map(([name, inner]) => [name, write(inner, root, level + 1)]))
    }
    case 'array':
      return schema.items === undefined ? [] : [write(schema.items, root, level + 1)]
    case 'string':
      return ofFormat(schema.format)
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 0
    case 'boolean':
      return false
    default:
      return null
  }
}

const FORMATTED: { readonly [format: string]: string | undefined } = {
  date: '2026-01-31',
  time: '14:30:00Z',
  'date-time': '2026-01-31T14:30:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
}
const ofFormat = (format: Json | undefined): string => FORMATTED[String(format)] ?? 'text'
