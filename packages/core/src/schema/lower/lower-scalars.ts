import { canonicalJson } from '../hash.ts'
import type { Json, JsonObject, Pointer } from '../json.ts'
import type { Lowered, LowerScope } from './lower-types.ts'
import { parseJson } from '../parse-json.ts'

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null
const typeOf = (value: Json): string => (value === null ? 'null' : typeof value)

/** `type` for a list of scalars: one name, or the list of them. */
const typesOf = (values: readonly Json[]): Json => {
  const types = [...new Set(values.map(typeOf))]
  return types.length === 1 ? (types[0] ?? 'string') : types
}

/** Values of `const` and `enum`; objects and arrays travel as their JSON text. */
export const lowerValues = (values: readonly Json[], path: Pointer, isConst: boolean, scope: LowerScope): Lowered => {
  const texts = new Map<Json, Json>()
  const shown = values.map((value) => {
    if (isScalar(value)) return value
    const text = canonicalJson(value)
    texts.set(text, value)
    return text
  })
  const keyword = isConst ? 'const' : 'enum'
  if (texts.size > 0)
    scope.note(path, keyword, 'objects and arrays are written as JSON text', 'only plain values may be listed')
  const schema: JsonObject = isConst
    ? { type: typeOf(shown[0] ?? null), const: shown[0] ?? null }
    : { type: typesOf(shown), enum: shown }
  return texts.size === 0 ? { schema } : { schema, lift: (value) => texts.get(value) ?? value }
}

/** Anything at all: written as JSON text, because the subset has no schema for it. */
export const lowerAny = (path: Pointer, scope: LowerScope): Lowered => {
  scope.note(path, 'type', 'any value is written as JSON text', 'the strict subset has no schema for any value')
  return {
    schema: { type: 'string', description: 'Any JSON value, written as JSON text.' },
    lift: (value) => {
      if (typeof value !== 'string') return value
      const parsed = parseJson(value)
      return parsed.ok ? parsed.value : value
    },
  }
}

/** Nothing fits `false`; null is what an optional property leaves out. */
export const NOTHING: Lowered = { schema: { type: 'null', description: 'Must be null.' } }

/** The same or null; `lift` removes the null of a property, see `lowerObject`. */
export const withNull = (lowered: Lowered): JsonObject => {
  const { schema } = lowered
  const isPlain = typeof schema.type === 'string' && schema.type !== 'object' && schema.type !== 'array'
  if (isPlain && schema.const === undefined) {
    const withEnum: JsonObject = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
    return { ...schema, type: [String(schema.type), 'null'], ...withEnum }
  }
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  const { description, ...rest } = schema
  return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] }
}
