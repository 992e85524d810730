import type { Json, JsonObject } from '../json.ts'
import { lookAroundIn } from '../look-around.ts'
import { typesOf } from '../types-of.ts'

/** Keywords that some providers' strict subsets take besides the smallest one, by the type that they narrow. */
export const OPTIONAL_KEYWORDS = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems'],
} as const

/** The formats that those providers know; others go into words. */
export const STRICT_FORMATS: readonly string[] = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]

/** The part of a schema that stays in it if an endpoint takes `keywords`: plain values, on one type besides null. */
export const keptOf = (schema: JsonObject, keywords: readonly string[]): JsonObject => {
  if (keywords.length === 0) return {}
  const [type, another] = typesOf(schema).filter((one) => one !== 'null')
  if (type === undefined || another !== undefined) return {}
  const own: readonly string[] = OWN[String(type)] ?? []
  const kept = own.flatMap((keyword): [string, Json][] => {
    const value = schema[keyword]
    return keywords.includes(keyword) && value !== undefined && isPlain(keyword, value, schema)
      ? [[keyword, value]]
      : []
  })
  return Object.fromEntries(kept)
}

const OWN: { readonly [type: string]: readonly string[] | undefined } = {
  ...OPTIONAL_KEYWORDS,
  integer: OPTIONAL_KEYWORDS.number,
}

const isPlain = (keyword: string, value: Json, schema: JsonObject): boolean => {
  if (keyword === 'pattern') return typeof value === 'string' && lookAroundIn(value) === undefined
  if (keyword === 'format') return typeof value === 'string' && STRICT_FORMATS.includes(value)
  // A list by position travels as an object.
  const isList = keyword === 'minItems' || keyword === 'maxItems'
  if (isList && (schema.prefixItems !== undefined || Array.isArray(schema.items) || schema.items === false))
    return false
  return typeof value === 'number'
}
