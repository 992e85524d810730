import type { Json, JsonObject, JsonSchema, Pointer } from './json.ts'
import { isObject } from './json.ts'
import { toPointer } from './pointer.ts'

/** Keywords whose value is one schema. */
export const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
])
/** Keywords whose value is a list of schemas; `items` too in draft-07. */
export const SCHEMA_LIST_KEYWORDS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
/** Keywords whose value maps names to schemas; the values of `dependencies` may also be lists of names. */
export const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

export interface Subschema {
  /** From the schema that holds it: `['properties', 'city']`. */
  readonly segments: readonly [keyword: string, ...rest: string[]]
  readonly schema: JsonSchema
}

const isSchema = (value: Json): value is JsonSchema => typeof value === 'boolean' || isObject(value)

/** The schemas directly inside a schema, where the keywords of 2020-12 and draft-07 allow one. */
export const subschemasOf = (schema: JsonObject): readonly Subschema[] => {
  let found: Subschema[] | undefined
  for (const keyword of Object.keys(schema)) {
    if (!HOLDS_SCHEMAS.has(keyword)) continue
    const value = schema[keyword] ?? null
    if (SCHEMA_KEYWORDS.has(keyword) && isSchema(value)) (found ??= []).push({ segments: [keyword], schema: value })
    else if (SCHEMA_LIST_KEYWORDS.has(keyword) && Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries())
        if (isSchema(item)) (found ??= []).push({ segments: [keyword, String(index)], schema: item })
    } else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isObject(value)) {
      for (const name of Object.keys(value)) {
        const item = value[name] ?? null
        if (isSchema(item)) (found ??= []).push({ segments: [keyword, name], schema: item })
      }
    }
  }
  return found ?? NONE
}

const NONE: readonly Subschema[] = []
const HOLDS_SCHEMAS: ReadonlySet<string> = new Set([
  ...SCHEMA_KEYWORDS,
  ...SCHEMA_LIST_KEYWORDS,
  ...SCHEMA_MAP_KEYWORDS,
])

/** Where in a schema `find` first answers: the pointer to the schema it was asked about, followed by the answer. */
export const findKeyword = (
  schema: JsonSchema,
  find: (schema: JsonObject) => Pointer | undefined,
): Pointer | undefined => {
  if (!isObject(schema)) return undefined
  const here = find(schema)
  if (here !== undefined) return here
  for (const { segments, schema: inner } of subschemasOf(schema)) {
    const below = findKeyword(inner, find)
    if (below !== undefined) return toPointer(segments) + below
  }
  return undefined
}

/** A keyword's value with the subschemas in it exchanged for others; what `parts` does not name stays. */
export const withParts = (value: Json, parts: ReadonlyMap<Json, Json>): Json => {
  const part = parts.get(value)
  if (part !== undefined) return part
  if (Array.isArray(value)) return value.map((item: Json) => parts.get(item) ?? item)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, parts.get(item) ?? item]))
}
