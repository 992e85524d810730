import type { Json, JsonObject } from './json.ts'
import { hasOwn } from './json.ts'
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
