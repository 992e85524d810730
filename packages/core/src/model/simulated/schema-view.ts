import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { followReference } from '../../schema/pointer.ts'

const MAX_REFERENCES = 20

/** Follows `$ref`; keywords next to it are kept. An unknown target accepts anything. */
export const resolveRef = (schema: JsonSchema, root: JsonObject): JsonSchema => {
  let current = schema
  for (let step = 0; step < MAX_REFERENCES && isObject(current) && typeof current.$ref === 'string'; step++) {
    const { $ref, ...beside } = current
    const target = followReference(root, $ref)
    if (target === false) return false
    current = isObject(target) ? { ...target, ...beside } : beside
  }
  return current
}

export const isNullSchema = (schema: Json): boolean =>
  isObject(schema) && (schema.type === 'null' || schema.const === null)

/** The alternative that composition adds to a parameter's own schema (docs/contract/protocol.md#state). */
export const isReferenceSchema = (schema: Json): boolean =>
  isObject(schema) &&
  schema.type === 'string' &&
  (String(schema.pattern ?? '').startsWith('^†') || /†(?:state|input)\b/.test(String(schema.description ?? '')))

/** Whether null is an allowed value: by the author, or by the lowering of an optional property. */
export const offersNull = (schema: JsonSchema, root: JsonObject, seen?: Set<JsonSchema>): boolean => {
  // A choice may be among its own alternatives: looked at again, it offers nothing more.
  if (seen?.has(schema)) return false
  const resolved = resolveRef(schema, root)
  if (!isObject(resolved)) return resolved
  if (hasOwn(resolved, 'const')) return resolved.const === null
  if (Array.isArray(resolved.enum)) return resolved.enum.includes(null)
  if (resolved.type === 'null' || (Array.isArray(resolved.type) && resolved.type.includes('null'))) return true
  const alternatives = alternativesOf(resolved)
  if (alternatives.length === 0) return false
  const known = (seen ?? new Set()).add(schema)
  return alternatives.some((option) => isObject(option) && offersNull(option, root, known))
}

export const alternativesOf = (schema: JsonObject): readonly Json[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : []

const NONE: ReadonlySet<JsonSchema> = new Set()

/** A schema without its null and reference alternatives, and whether a reference was one of them. */
export const valueSchema = (
  schema: JsonSchema,
  root: JsonObject,
  seen: ReadonlySet<JsonSchema> = NONE,
): { readonly schema: JsonSchema; readonly takesReference: boolean } => {
  const resolved = resolveRef(schema, root)
  if (!isObject(resolved) || seen.has(schema)) return { schema: resolved, takesReference: false }
  const alternatives = alternativesOf(resolved)
  const values = alternatives.filter((option) => !isNullSchema(option) && !isReferenceSchema(option))
  const hasReference = alternatives.some(isReferenceSchema)
  const only = values[0]
  if (alternatives.length > 0 && values.length === 1 && (isObject(only) || typeof only === 'boolean')) {
    const { anyOf: _any, oneOf: _one, ...beside } = resolved
    const inner = valueSchema(only, root, new Set([...seen, schema]))
    return {
      schema: isObject(inner.schema) ? { ...beside, ...inner.schema } : inner.schema,
      takesReference: hasReference || inner.takesReference,
    }
  }
  if (alternatives.length > values.length && values.length > 0) {
    const { anyOf: _any, oneOf: _one, ...beside } = resolved
    return { schema: { ...beside, anyOf: values }, takesReference: hasReference }
  }
  const narrowed = withoutNullType(resolved)
  return { schema: narrowed, takesReference: hasReference || isFreeString(narrowed) }
}

/** `["string", "null"]` → `"string"`, and an enum without its null. */
export const withoutNullType = (schema: JsonObject): JsonObject => {
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : []
  return {
    ...schema,
    ...(types.length > 0 && { type: types.length === 1 ? (types[0] ?? 'null') : types }),
    ...(values.length > 0 && { enum: values }),
  }
}

/** A string without a form: there, one that begins with † is a reference, too. */
const isFreeString = (schema: JsonObject): boolean =>
  schema.type === 'string' &&
  !['const', 'enum', 'pattern', 'format', 'maxLength'].some((keyword) => hasOwn(schema, keyword))

export const propertiesOf = (schema: JsonSchema): { readonly [name: string]: JsonSchema } => {
  const properties: Record<string, JsonSchema> = {}
  if (!isObject(schema) || !isObject(schema.properties)) return properties
  for (const [name, property] of Object.entries(schema.properties)) {
    if (isObject(property) || typeof property === 'boolean') properties[name] = property
  }
  return properties
}

export const requiredOf = (schema: JsonSchema): readonly string[] =>
  isObject(schema) && Array.isArray(schema.required)
    ? schema.required.filter((name): name is string => typeof name === 'string')
    : []

export const descriptionOf = (schema: JsonSchema): string =>
  isObject(schema)
    ? [schema.title, schema.description].filter((part): part is string => typeof part === 'string').join(' ')
    : ''
