import { TYPE_NAMES } from './check-schema.ts'
import type { Json, JsonObject, JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { typesOf } from './types-of.ts'

/** A word of the shorthand: `string`, `integer[]`, `string | null`, `"a" | "b"`. */
const ofWord = (text: string, named: Named = NOTHING): JsonObject | undefined => {
  const alternatives = text.split('|').map((part) => part.trim())
  const schemas = alternatives.map((word) => ofType(word, named))
  if (schemas.some((schema) => schema === undefined)) return undefined
  const known = schemas.filter((schema) => schema !== undefined)
  const [first] = known
  if (known.length === 1) return first
  if (known.every((schema) => typeof schema.const === 'string'))
    return { type: 'string', enum: known.map((schema) => schema.const ?? null) }
  if (known.every((schema) => Object.keys(schema).join() === 'type'))
    return { type: known.map((schema) => schema.type ?? null) }
  return { anyOf: known }
}

const ofType = (word: string, named: Named): JsonObject | undefined => {
  const list = /^(.+)\[\]$/u.exec(word)?.[1]
  if (list !== undefined) {
    const items = ofType(list.trim(), named)
    return items && { type: 'array', items }
  }
  const text = /^(?:"([^"]*)"|'([^']*)')$/u.exec(word)
  if (text !== null) return { const: text[1] ?? text[2] ?? '' }
  if (word === 'any') return {}
  const name = ALSO[word] ?? word
  return TYPE_NAMES.some((type) => type === name) ? { type: name } : named(word)
}
/** The schema of another word than a type's, such as a definition's name. */
type Named = (word: string) => JsonObject | undefined
const NOTHING: Named = () => undefined

/** A property as a person types it: `tags:string[]`, `age:integer?`, `name:string!`. */
export interface TypedProperty {
  readonly name: string
  readonly schema: JsonObject | undefined
  /** `!` requires it, `?` makes it optional; neither says nothing. */
  readonly required: boolean | undefined
}

/** The first form of a combination, to be changed: two alternatives that no value fits both of, or one part. */
const COMBINED: { readonly [word: string]: JsonObject | undefined } = {
  oneOf: { oneOf: [{ type: 'string' }, { type: 'null' }] },
  anyOf: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  allOf: { allOf: [{ type: 'string' }] },
}

/** Formats of texts that people name as types. */
const FORMATS = ['date', 'date-time', 'time', 'email', 'uri', 'uuid'] as const
const formatted = (word: string): JsonObject | undefined =>
  FORMATS.some((format) => format === word) ? { type: 'string', format: word } : undefined

/** Reads `name`, `name!`, `name:type`, `name:type?`, `name?:type`, where a type is a word, a format, a list, a union or a combination; undefined for an unknown one. `named` knows other words. */
export const readTyped = (text: string, named: Named = NOTHING): TypedProperty | undefined => {
  const [, name = '', before, type, after] =
    /^([^:!?]*?)\s*([!?])?\s*(?::\s*(.*?))?\s*([!?])?$/su.exec(text.trim()) ?? []
  const mark = after ?? before
  const schema =
    type === undefined ? undefined : ofWord(type, (word) => named(word) ?? COMBINED[word] ?? formatted(word))
  if (name === '' || (type !== undefined && schema === undefined)) return undefined
  return { name, schema, required: mark === undefined ? undefined : mark === '!' }
}
const ALSO: { readonly [word: string]: string | undefined } = {
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  str: 'string',
}

const isShort = (value: Json): boolean =>
  typeof value === 'string'
    ? ofWord(value.replace(/\?$/u, '')) !== undefined
    : Array.isArray(value)
      ? value.length === 1 && value.every(isShort)
      : isObject(value) && Object.values(value).every(isShort)

/** Whether a value is a schema in shorthand: an object whose values are words of types, lists of one, or such objects. */
export const isShorthand = (value: Json): boolean => isObject(value) && Object.keys(value).length > 0 && isShort(value)

/**
 * `{ "name": "string", "age?": "integer", "tags": ["string"] }` as a schema; `?` makes it optional. Undefined
 * otherwise.
 */
export const fromShorthand = (value: Json): JsonSchema | undefined => (isShorthand(value) ? read(value) : undefined)

const read = (value: Json): JsonObject => {
  if (typeof value === 'string') return ofWord(value.replace(/\?$/u, '')) ?? {}
  if (Array.isArray(value)) return { type: 'array', items: read(value[0] ?? {}) }
  const entries = isObject(value) ? Object.entries(value) : []
  const isOptional = ([key, inner]: readonly [string, Json]): boolean =>
    key.endsWith('?') || (typeof inner === 'string' && inner.endsWith('?'))
  const nameOf = (key: string): string => key.replace(/\?$/u, '')
  const required = entries.filter((entry) => !isOptional(entry)).map(([key]) => nameOf(key))
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, inner]) => [nameOf(key), read(inner)])),
    ...(required.length > 0 && { required }),
  }
}

/** A schema as shorthand; `lost` names the keywords it has no words for. */
export const toShorthand = (schema: JsonSchema): { readonly value: Json; readonly lost: readonly string[] } => {
  const lost = new Set<string>()
  const write = (one: Json, level: number): Json => {
    if (!isObject(one) || level > DEEPEST) return 'any'
    for (const keyword of Object.keys(one)) if (!SAID.has(keyword)) lost.add(keyword)
    if (typeof one.const === 'string') return JSON.stringify(one.const)
    if (Array.isArray(one.enum) && one.enum.every((value: Json) => typeof value === 'string' && !/["|]/u.test(value))) {
      return one.enum.map((value: Json) => JSON.stringify(value)).join(' | ')
    }
    const types = typesOf(one)
    if (types.length === 1 && types[0] === 'object' && isObject(one.properties)) return members(one, level)
    if (types.length === 1 && types[0] === 'array') return [write(one.items ?? {}, level + 1)]
    if (one.anyOf !== undefined || one.oneOf !== undefined || one.$ref !== undefined) lost.add('anyOf, oneOf, $ref')
    return types.length === 0 ? 'any' : types.join(' | ')
  }
  const members = (one: JsonObject, level: number): Json => {
    const required = new Set(Array.isArray(one.required) ? one.required : [])
    const properties = isObject(one.properties) ? Object.entries(one.properties) : []
    return Object.fromEntries(
      properties.map(([name, inner]): [string, Json] => [
        required.has(name) ? name : `${name}?`,
        write(inner, level + 1),
      ]),
    )
  }
  return { value: write(schema, 0), lost: [...lost] }
}

const DEEPEST = 32
const SAID = new Set([
  'type',
  'properties',
  'required',
  'items',
  'const',
  'enum',
  'additionalProperties',
  'title',
  'anyOf',
  'oneOf',
  '$ref',
  '$defs',
])
