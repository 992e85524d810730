import { isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'

/** Keywords whose value is one schema. */
const ONE = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
  'additionalItems',
]
/** Keywords whose value is a list of schemas. */
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
/** Keywords whose value is a map from names to schemas. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']

const isSchema = (value: Json | undefined): value is JsonSchema => typeof value === 'boolean' || isObject(value)

/**
 * The schema with every direct subschema replaced by `change(subschema, keyword)`; the same object where nothing
 * changed. Never looks into `const`, `enum`, `default` or `examples`: what stands there is a value, not a schema.
 */
export function mapSubschemas(
  schema: JsonObject,
  change: (subschema: JsonSchema, keyword: string, name?: string) => JsonSchema,
): JsonObject {
  const changes: [string, Json][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const next = mapKeyword(keyword, value, change)
    if (next !== value) changes.push([keyword, next])
  }
  return changes.length === 0 ? schema : { ...schema, ...Object.fromEntries(changes) }
}

function mapKeyword(
  keyword: string,
  value: Json,
  change: (subschema: JsonSchema, keyword: string, name?: string) => JsonSchema,
): Json {
  const isList = MANY.includes(keyword) || (keyword === 'items' && Array.isArray(value))
  if (isList && Array.isArray(value)) {
    const next = value.map((item: Json) => (isSchema(item) ? change(item, keyword) : item))
    return next.some((item, index) => item !== value[index]) ? next : value
  }
  if ((ONE.includes(keyword) || keyword === 'items') && isSchema(value)) return change(value, keyword)
  if (NAMED.includes(keyword) && isObject(value)) {
    const next = Object.entries(value).map(([name, item]): [string, Json] => [
      name,
      isSchema(item) ? change(item, keyword, name) : item,
    ])
    return next.some(([name, item]) => item !== value[name]) ? Object.fromEntries(next) : value
  }
  return value
}
