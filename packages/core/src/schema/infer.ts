import { boundedFormat, FORMATS } from './formats.ts'
import { canonicalJson } from './hash.ts'
import type { Json, JsonObject, JsonSchema } from './json.ts'
import { isObject } from './json.ts'

const MOST_ITEMS = 1000

/** Formats that an example shows by itself; `uri` only with an authority, since many texts begin with a word and a colon. */
const SHOWN = ['date', 'date-time', 'uuid', 'email', 'uri'] as const

const formatOf = (text: string): string | undefined =>
  SHOWN.find((format) => {
    const check = FORMATS.get(format)
    return (
      check !== undefined && boundedFormat(check)(text) && (format !== 'uri' || /^[a-z][a-z0-9+.-]*:\/\/./i.test(text))
    )
  })

/**
 * The schema of an example: types and formats of its values, a property required unless another item of the list lacks
 * it. A list's texts have a format only if all show the same one.
 */
export const inferSchema = (value: Json): JsonSchema => {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return inferArray(value)
  if (isObject(value)) return inferObject(value)
  const format = typeof value === 'string' ? formatOf(value) : undefined
  if (format !== undefined) return { type: 'string', format }
  return { type: typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value }
}

const inferObject = (value: JsonObject): JsonObject => {
  const properties = Object.entries(value).map(([name, member]): [string, Json] => [name, inferSchema(member)])
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(value) }
}

/** A long list is checked by its first items only. */
const inferArray = (items: readonly Json[]): JsonObject => {
  if (items.length === 0 || items.length > MOST_ITEMS) return { type: 'array' }
  return { type: 'array', items: items.map(inferSchema).reduce(unite) }
}

const isType = (schema: JsonSchema, type: string): schema is JsonObject => isObject(schema) && schema.type === type
const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [schema]

/** One schema for the values of two: objects become one with what only some have left optional. */
const unite = (a: JsonSchema, b: JsonSchema): JsonSchema => {
  const united: JsonSchema[] = [...alternativesOf(a)]
  for (const schema of alternativesOf(b)) {
    const at = united.findIndex((one) => uniteAlike(one, schema) !== undefined)
    const both = at < 0 ? undefined : uniteAlike(united[at] ?? true, schema)
    if (both === undefined) united.push(schema)
    else united[at] = both
  }
  return united.length === 1 ? (united[0] ?? true) : { anyOf: united }
}

const uniteAlike = (a: JsonSchema, b: JsonSchema): JsonSchema | undefined => {
  if (canonicalJson(a) === canonicalJson(b)) return a
  if (isType(a, 'object') && isType(b, 'object')) return uniteObjects(a, b)
  if (isType(a, 'array') && isType(b, 'array')) return uniteArrays(a, b)
  if (isType(a, 'string') && isType(b, 'string')) return { type: 'string' }
  if (isType(a, 'number') && isType(b, 'integer')) return a
  return isType(a, 'integer') && isType(b, 'number') ? b : undefined
}

const schemaOf = (value: Json | undefined): JsonSchema => (isObject(value) || typeof value === 'boolean' ? value : true)

const uniteArrays = (a: JsonObject, b: JsonObject): JsonObject => {
  if (a.items === undefined) return b
  return b.items === undefined ? a : { type: 'array', items: unite(schemaOf(a.items), schemaOf(b.items)) }
}

const uniteObjects = (a: JsonObject, b: JsonObject): JsonObject => {
  const properties = new Map<string, Json>(Object.entries(isObject(a.properties) ? a.properties : {}))
  for (const [name, schema] of Object.entries(isObject(b.properties) ? b.properties : {})) {
    const known = properties.get(name)
    properties.set(name, known === undefined ? schema : unite(schemaOf(known), schemaOf(schema)))
  }
  const inB = new Set(Array.isArray(b.required) ? b.required : [])
  const required = Array.isArray(a.required) ? a.required.filter((name: Json) => inB.has(name)) : []
  return { type: 'object', properties: Object.fromEntries(properties), required }
}
