import type { Json, JsonObject, JsonSchema } from './json.ts'
import { hasOwn, isObject } from './json.ts'
import { followReference } from './pointer.ts'

const ALLOWED = new Set([
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  '$ref',
  '$defs',
])
const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const MOST_LEVELS = 10
const MOST_PROPERTIES = 5000
const MOST_ENUM_VALUES = 1000

interface Tally {
  /** Keywords that the endpoint takes besides. */
  readonly keywords: readonly string[]
  properties: number
  enumValues: number
}

/** The target of a `$ref` in the same root; a schema without one is its own target. */
export const targetOf = (schema: JsonObject, root: JsonObject): JsonObject => {
  let target: Json | undefined = schema
  for (let hops = 0; hops < 16 && isObject(target) && typeof target.$ref === 'string'; hops++) {
    target = followReference(root, target.$ref)
  }
  return isObject(target) ? target : {}
}

/** Name and schema of the property an object schema begins with. */
export const firstProperty = (schema: JsonObject): readonly [name: string, schema: Json] | undefined =>
  isObject(schema.properties) ? Object.entries(schema.properties)[0] : undefined

/** The single value a schema allows, as text; undefined where it allows more than one. */
export const singleValue = (schema: Json): string | undefined =>
  isObject(schema) && schema.const !== undefined ? JSON.stringify(schema.const) : undefined

/** Whether the object alternatives differ in their first key, as strict providers demand. */
export const haveDistinctStarts = (alternatives: readonly JsonObject[], root: JsonObject): boolean => {
  const starts = new Set<string>()
  const names = new Set<string>()
  for (const alternative of alternatives) {
    const target = targetOf(alternative, root)
    if (target.type !== 'object') continue
    const [name, schema] = firstProperty(target) ?? ['', null]
    // Objects without properties share the empty first key; a constant tells branches of one key apart.
    const start = JSON.stringify([name, singleValue(schema) ?? null])
    const open = JSON.stringify([name, null])
    if (starts.has(start) || starts.has(open)) return false
    if (start === open && names.has(name)) return false
    starts.add(start)
    names.add(name)
  }
  return true
}

const issueIn = (schema: Json, root: JsonObject, path: string, level: number, tally: Tally): string | undefined => {
  if (!isObject(schema)) return `${path}: not an object schema`
  if (level > MOST_LEVELS) return `${path}: more than ${MOST_LEVELS} levels of nesting`
  const unknown = Object.keys(schema).find((keyword) => !ALLOWED.has(keyword) && !tally.keywords.includes(keyword))
  if (unknown !== undefined) return `${path}: the keyword ${unknown}`
  if (schema.$ref !== undefined) return refIssue(schema, root, path)
  if (schema.anyOf !== undefined) return anyOfIssue(schema, root, path, level, tally)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (schema.type === undefined) return `${path}: no type`
  if (types.length > 1 && !types.every((type) => SCALARS.has(String(type)))) return `${path}: a union of containers`
  if (Array.isArray(schema.enum)) tally.enumValues += schema.enum.length
  if (types.includes('object')) return objectIssue(schema, root, path, level, tally)
  if (types.includes('array')) return issueIn(schema.items ?? null, root, `${path}/items`, level + 1, tally)
  return undefined
}

const refIssue = (schema: JsonObject, root: JsonObject, path: string): string | undefined => {
  if (Object.keys(schema).length > 1) return `${path}: keywords beside $ref`
  const target = typeof schema.$ref === 'string' ? followReference(root, schema.$ref) : undefined
  return target === undefined ? `${path}: $ref leads nowhere` : undefined
}

const anyOfIssue = (schema: JsonObject, root: JsonObject, path: string, level: number, tally: Tally) => {
  const alternatives = Array.isArray(schema.anyOf) ? schema.anyOf : []
  if (alternatives.length === 0) return `${path}: anyOf without alternatives`
  if (schema.type !== undefined || schema.properties !== undefined) return `${path}: keywords beside anyOf`
  if (!haveDistinctStarts(alternatives.filter(isObject), root))
    return `${path}: alternatives that share their first key`
  for (const [index, alternative] of alternatives.entries()) {
    const issue = issueIn(alternative, root, `${path}/anyOf/${index}`, level, tally)
    if (issue !== undefined) return issue
  }
  return undefined
}

const objectIssue = (schema: JsonObject, root: JsonObject, path: string, level: number, tally: Tally) => {
  if (!isObject(schema.properties)) return `${path}: an object without properties`
  if (schema.additionalProperties !== false) return `${path}: an open object`
  const names = Object.keys(schema.properties)
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const optional = names.find((name) => !required.has(name))
  if (optional !== undefined || required.size !== names.length) return `${path}: required is not exactly the properties`
  tally.properties += names.length
  for (const [name, property] of Object.entries(schema.properties)) {
    const issue = issueIn(property, root, `${path}/properties/${name}`, level + 1, tally)
    if (issue !== undefined) return issue
  }
  return undefined
}

/**
 * The obstacle to a schema in the providers' strict subset (docs/contract/protocol.md#composition), in words; undefined
 * if none. `keywords`: those that the endpoint takes besides.
 */
export const findStrictIssue = (schema: JsonSchema, keywords: readonly string[] = []): string | undefined => {
  if (!isObject(schema)) return 'not an object schema'
  const tally: Tally = { keywords, properties: 0, enumValues: 0 }
  const { $defs, ...rest } = schema
  for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
    const issue = issueIn(definition, schema, `/$defs/${name}`, 1, tally)
    if (issue !== undefined) return issue
  }
  const issue = issueIn(rest, schema, '', 1, tally)
  if (issue !== undefined) return issue
  if (tally.properties > MOST_PROPERTIES) return `more than ${MOST_PROPERTIES} properties`
  return tally.enumValues > MOST_ENUM_VALUES ? `more than ${MOST_ENUM_VALUES} enum values` : undefined
}

/** Whether a value is of one of the types JSON Schema names. */
export const typeFits = (type: Json, value: Json): boolean => {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    default:
      return typeof value === type
  }
}

/** Whether a value fits a schema of the strict subset: the small matcher by which lifting tells alternatives apart. */
export const fitsStrict = (
  schema: Json,
  value: Json,
  root: JsonObject,
  within: readonly JsonObject[] = [],
): boolean => {
  if (!isObject(schema)) return false
  const target = targetOf(schema, root)
  // A choice that is one of its own alternatives accepts nothing more than the others.
  if (within.includes(target)) return false
  if (Array.isArray(target.anyOf))
    return target.anyOf.some((one: Json) => fitsStrict(one, value, root, [...within, target]))
  if (target.const !== undefined && target.const !== value) return false
  if (Array.isArray(target.enum) && !target.enum.includes(value)) return false
  const types = Array.isArray(target.type) ? target.type : [target.type ?? null]
  if (!types.some((type: Json) => typeFits(type, value))) return false
  if (Array.isArray(value)) return value.every((item: Json) => fitsStrict(target.items ?? null, item, root))
  return isObject(value) ? objectFits(target, value, root) : true
}

const objectFits = (schema: JsonObject, value: JsonObject, root: JsonObject): boolean => {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const names = Object.keys(properties)
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => hasOwn(value, name) && fitsStrict(properties[name] ?? null, value[name] ?? null, root))
  )
}
