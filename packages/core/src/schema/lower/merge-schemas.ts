import type { Json, JsonObject } from '../json.ts'
import { hasOwn, isObject } from '../json.ts'
import { isSameJson as isSame } from '../same-json.ts'

/** Told about every keyword of the second schema that could not be united with the first one's. */
export type OnLost = (keyword: string, value: Json) => void

type Unite = (a: Json, b: Json) => Json | undefined

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])
const numbers =
  (choose: (a: number, b: number) => number): Unite =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? choose(a, b) : undefined
const larger = numbers(Math.max)
const smaller = numbers(Math.min)

/** `integer` is a part of `number`; the values both allow. */
const uniteTypes: Unite = (a, b) => {
  const [left, right] = [asList(a), asList(b)]
  const both = left.flatMap((type) => {
    if (right.includes(type)) return [type]
    if (type === 'number' && right.includes('integer')) return ['integer']
    return type === 'integer' && right.includes('number') ? ['integer'] : []
  })
  return both.length === 0 ? undefined : both.length === 1 ? both[0] : both
}

const uniteEnums: Unite = (a, b) => {
  const both = asList(a).filter((value) => asList(b).some((other) => isSame(value, other)))
  return both.length === 0 ? undefined : both
}

const uniteMaps: Unite = (a, b) => {
  if (!isObject(a) || !isObject(b)) return undefined
  const added = Object.entries(b).map(([name, schema]): [string, Json] => {
    const own = hasOwn(a, name) ? a[name] : undefined
    return [name, own === undefined || isSame(own, schema) ? schema : { allOf: [own, schema] }]
  })
  return Object.fromEntries([...Object.entries(a), ...added])
}

const uniteSchemas: Unite = (a, b) => {
  if (a === false || b === false) return false
  return a === true ? b : b === true ? a : { allOf: [a, b] }
}

const UNITE: ReadonlyMap<string, Unite> = new Map<string, Unite>([
  ['type', uniteTypes],
  ['enum', uniteEnums],
  ['properties', uniteMaps],
  ['$defs', (a) => a],
  ['required', (a, b) => [...new Set([...asList(a), ...asList(b)])]],
  ['additionalProperties', uniteSchemas],
  ['unevaluatedProperties', uniteSchemas],
  ['items', uniteSchemas],
  ['allOf', (a, b) => [...asList(a), ...asList(b)]],
  ['title', (a) => a],
  ['default', (a) => a],
  ['examples', (a) => a],
  ['description', (a, b) => (isSame(a, b) ? a : `${String(a)} ${String(b)}`)],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((name): [string, Unite] => [
    name,
    larger,
  ]),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((name): [string, Unite] => [
    name,
    smaller,
  ]),
])

/** One schema for the values that fit both, as far as their keywords can be united; the rest goes to `onLost`. */
export const mergeSchemas = (a: JsonObject, b: JsonObject, onLost: OnLost): JsonObject => {
  const merged: { [keyword: string]: Json } = { ...a }
  for (const [keyword, value] of Object.entries(b)) {
    const own = hasOwn(a, keyword) ? a[keyword] : undefined
    if (own === undefined || isSame(own, value)) merged[keyword] = value
    else {
      const united = UNITE.get(keyword)?.(own, value)
      if (united === undefined) onLost(keyword, value)
      else merged[keyword] = united
    }
  }
  return merged
}

/** One schema for the values that fit all, in order. Halves are merged first, so that many parts are not copied again and again. */
export const mergeAll = (parts: readonly JsonObject[], onLost: OnLost): JsonObject => {
  if (parts.length < 2) return parts[0] ?? {}
  const middle = Math.ceil(parts.length / 2)
  return mergeSchemas(mergeAll(parts.slice(0, middle), onLost), mergeAll(parts.slice(middle), onLost), onLost)
}

const saysNothing = (schema: Json): boolean => schema === true || (isObject(schema) && Object.keys(schema).length === 0)

/** Merges alternatives' properties into the whole, none required: the whole's schema wins, else any alternative's. */
export const addOptionalProperties = (whole: JsonObject, alternatives: readonly Json[]): JsonObject => {
  const own = isObject(whole.properties) ? whole.properties : {}
  const found = new Map<string, Json[]>()
  for (const alternative of alternatives) {
    if (!isObject(alternative) || !isObject(alternative.properties)) continue
    for (const [name, schema] of Object.entries(alternative.properties)) {
      const known = found.get(name) ?? []
      if (!known.some((one) => isSame(one, schema))) found.set(name, [...known, schema])
    }
  }
  const properties = new Map(Object.entries(own))
  for (const [name, schemas] of found) {
    const known = properties.get(name)
    if (known !== undefined && !saysNothing(known)) continue
    properties.set(name, schemas.length === 1 ? (schemas[0] ?? true) : { anyOf: schemas })
  }
  return properties.size === 0 ? whole : { ...whole, properties: Object.fromEntries(properties) }
}
