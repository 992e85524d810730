import { isArray, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'

/** Whether a keyword's value is one schema, a list of schemas or a map from names to schemas. */
const KINDS: ReadonlyMap<string, 'one' | 'many' | 'named' | 'items'> = new Map([
  ...[
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
  ].map((keyword) => [keyword, 'one'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, 'many'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map(
    (keyword) => [keyword, 'named'] as const,
  ),
  // A list of them in draft-07.
  ['items', 'items'] as const,
])

type Change = (subschema: JsonSchema, keyword: string, name?: string) => JsonSchema

const isSchema = (value: Json | undefined): value is JsonSchema => typeof value === 'boolean' || isObject(value)

/**
 * Replaces every direct subschema by `change(subschema, keyword)`; same object if unchanged. Skips values (`const`,
 * `enum`).
 */
export function mapSubschemas(schema: JsonObject, change: Change): JsonObject {
  let changes: [string, Json][] | undefined
  for (const keyword of Object.keys(schema)) {
    const kind = KINDS.get(keyword)
    const value = kind === undefined ? undefined : schema[keyword]
    if (kind === undefined || value === undefined) continue
    const next = mapKeyword(kind, keyword, value, change)
    if (next !== value) (changes ??= []).push([keyword, next])
  }
  return changes === undefined ? schema : { ...schema, ...Object.fromEntries(changes) }
}

function mapKeyword(kind: 'one' | 'many' | 'named' | 'items', keyword: string, value: Json, change: Change): Json {
  if (kind === 'named') return isObject(value) ? mapNamed(keyword, value, change) : value
  if (kind !== 'one' && isArray(value)) {
    const next = value.map((item) => (isSchema(item) ? change(item, keyword) : item))
    return next.some((item, index) => item !== value[index]) ? next : value
  }
  return kind !== 'many' && isSchema(value) ? change(value, keyword) : value
}

function mapNamed(keyword: string, schemas: JsonObject, change: Change): JsonObject {
  let isChanged = false
  const next = Object.keys(schemas).map((name): [string, Json] => {
    const item = schemas[name] ?? null
    const changed = isSchema(item) ? change(item, keyword, name) : item
    isChanged ||= changed !== item
    return [name, changed]
  })
  return isChanged ? Object.fromEntries(next) : schemas
}
