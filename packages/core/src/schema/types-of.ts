import type { Json, JsonObject } from './json.ts'
import { hasOwn, isObject } from './json.ts'
import { typeFits } from './strict-subset.ts'

/** The types a schema names or, where it names none, the one its keywords speak of. */
export const typesOf = (schema: JsonObject): readonly Json[] => {
  if (schema.type !== undefined) return Array.isArray(schema.type) ? schema.type : [schema.type]
  const speaks = (keywords: readonly string[]): boolean => keywords.some((keyword) => hasOwn(schema, keyword))
  if (speaks(['properties', 'required', 'additionalProperties', 'patternProperties'])) return ['object']
  if (speaks(['items', 'prefixItems', 'minItems', 'maxItems'])) return ['array']
  if (speaks(['minLength', 'maxLength', 'pattern', 'format'])) return ['string']
  return speaks(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']) ? ['number'] : []
}

/** Values of `enum` that `type` allows too. */
export const allowedValues = (schema: JsonObject): readonly Json[] => {
  const values: readonly Json[] = Array.isArray(schema.enum) ? schema.enum : []
  const { type } = schema
  if (type === undefined) return values
  const allowed = values.filter((value) =>
    (Array.isArray(type) ? type : [type]).some((one: Json) => typeFits(one, value)),
  )
  return allowed.length === 0 ? values : allowed
}

/** Whether null is one of the values that a schema lists itself, not only one that it does not rule out. */
export const namesNull = (schema: Json): boolean => {
  if (!isObject(schema)) return false
  const { type, anyOf, oneOf } = schema
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const]
  return (
    (Array.isArray(type) ? type : [type]).includes('null') ||
    values.includes(null) ||
    [anyOf, oneOf].some((parts) => Array.isArray(parts) && parts.some(namesNull))
  )
}
