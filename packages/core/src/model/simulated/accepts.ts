import { FORMATS } from '../../schema/formats.ts'
import { canonicalJson } from '../../schema/hash.ts'
import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { linearPattern } from '../../schema/linear-pattern.ts'
import { alternativesOf, propertiesOf, requiredOf, resolveRef } from './schema-view.ts'

const MAX_DEPTH = 40

/** Whether a value fits a schema, by interpretation of common keywords: enough for the simulated model. */
export const accepts = (schema: JsonSchema, value: Json, root: JsonObject, depth = 0): boolean => {
  const resolved = resolveRef(schema, root)
  if (!isObject(resolved)) return resolved
  if (depth > MAX_DEPTH) return false
  const fits = (inner: Json | undefined, part: Json): boolean =>
    isObject(inner) || typeof inner === 'boolean' ? accepts(inner, part, root, depth + 1) : true
  if (hasOwn(resolved, 'const') && !isEqual(resolved.const ?? null, value)) return false
  if (Array.isArray(resolved.enum) && !resolved.enum.some((option) => isEqual(option, value))) return false
  if (!hasType(resolved.type, value)) return false
  if (Array.isArray(resolved.allOf) && !resolved.allOf.every((part) => fits(part, value))) return false
  const alternatives = alternativesOf(resolved)
  if (alternatives.length > 0) {
    const fitting = alternatives.filter((option) => fits(option, value)).length
    if (fitting === 0 || (resolved.anyOf === undefined && fitting > 1)) return false
  }
  if (resolved.not !== undefined && fits(resolved.not, value)) return false
  if (typeof value === 'number') return acceptsNumber(resolved, value)
  if (typeof value === 'string') return acceptsString(resolved, value)
  if (Array.isArray(value)) return acceptsArray(resolved, value, fits)
  if (isObject(value)) return acceptsObject(resolved, value, fits)
  return true
}

type Fits = (schema: Json | undefined, value: Json) => boolean

export const isEqual = (a: Json, b: Json): boolean => a === b || canonicalJson(a) === canonicalJson(b)

const hasType = (type: Json | undefined, value: Json): boolean => {
  if (type === undefined) return true
  const types = Array.isArray(type) ? type : [type]
  return types.some((name) => {
    if (name === 'integer') return typeof value === 'number' && Number.isInteger(value)
    if (name === 'array') return Array.isArray(value)
    if (name === 'object') return isObject(value)
    if (name === 'null') return value === null
    return typeof value === name
  })
}

const limit = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)

const acceptsNumber = (schema: JsonObject, value: number): boolean => {
  const { multipleOf } = schema
  if (typeof multipleOf === 'number' && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9)
    return false
  return (
    value >= limit(schema.minimum, -Infinity) &&
    value <= limit(schema.maximum, Infinity) &&
    value > limit(schema.exclusiveMinimum, -Infinity) &&
    value < limit(schema.exclusiveMaximum, Infinity)
  )
}

const acceptsString = (schema: JsonObject, value: string): boolean => {
  const length = [...value].length
  if (length < limit(schema.minLength, 0) || length > limit(schema.maxLength, Infinity)) return false
  const format = typeof schema.format === 'string' ? FORMATS.get(schema.format) : undefined
  if (format !== undefined && !format(value)) return false
  if (typeof schema.pattern !== 'string') return true
  try {
    return linearPattern(schema.pattern).test(value)
  } catch {
    return false
  }
}

const acceptsArray = (schema: JsonObject, value: readonly Json[], fits: Fits): boolean => {
  if (value.length < limit(schema.minItems, 0) || value.length > limit(schema.maxItems, Infinity)) return false
  if (schema.uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length) return false
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  return value.every((item, index) => fits(index < prefix.length ? prefix[index] : schema.items, item))
}

const acceptsObject = (schema: JsonObject, value: JsonObject, fits: Fits): boolean => {
  const names = Object.keys(value)
  if (names.length < limit(schema.minProperties, 0) || names.length > limit(schema.maxProperties, Infinity))
    return false
  if (!requiredOf(schema).every((name) => hasOwn(value, name))) return false
  const properties = propertiesOf(schema)
  return names.every((name) =>
    fits(hasOwn(properties, name) ? properties[name] : schema.additionalProperties, value[name] ?? null),
  )
}
