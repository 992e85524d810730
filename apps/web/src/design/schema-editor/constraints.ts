import { isObject, type Json } from '@ensemble/core'
import { KEYWORDS, type FlatRow } from '@ensemble/core/editor'

/** Keywords that have a column or an own place in the table. */
const ELSEWHERE = new Set(['type', 'description', '$ref', 'properties', 'required', 'items', 'anyOf', 'oneOf', 'allOf'])
const GENERAL = new Set(['title', 'enum', 'const', 'default', 'examples'])

/** Keywords that can be added to a row: those of its types, and those that go with any. */
export const addable = ({ types, constraints }: FlatRow): readonly string[] =>
  KEYWORDS.filter(({ name, of }) => {
    if (ELSEWHERE.has(name) || name.startsWith('$') || constraints[name] !== undefined) return false
    return of === undefined ? GENERAL.has(name) : of.some((type) => types.includes(type))
  }).map(({ name }) => name)

export const docsOf = (keyword: string): string | undefined => KEYWORDS.find(({ name }) => name === keyword)?.docs

const FIRST: { readonly [keyword: string]: Json } = {
  title: '',
  enum: [],
  examples: [],
  const: '',
  default: '',
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  maxLength: 100,
  maxItems: 10,
  maxProperties: 10,
  minimum: 0,
  maximum: 100,
  exclusiveMinimum: 0,
  exclusiveMaximum: 100,
  multipleOf: 1,
  pattern: '^.+$',
  format: 'date',
  contentMediaType: 'application/json',
  contentEncoding: 'base64',
  uniqueItems: true,
  prefixItems: [{}],
  minContains: 1,
  maxContains: 10,
  unevaluatedItems: false,
  additionalProperties: false,
  unevaluatedProperties: false,
}

/** A constraint's initial value; true for most values. */
export const firstValue = (keyword: string, row: FlatRow): Json => {
  const isNumber = row.types.includes('number') || row.types.includes('integer')
  if ((keyword === 'const' || keyword === 'default') && isNumber) return 0
  if ((keyword === 'const' || keyword === 'default') && row.types.includes('boolean')) return true
  return FIRST[keyword] ?? {}
}

/** `minLength 1`, `enum a | b`: a constraint as a row shows it. */
export const constraintLabel = (keyword: string, value: Json): string => {
  if (keyword === 'enum' && Array.isArray(value)) return value.map((one: Json) => plain(one)).join(' | ')
  return `${keyword} ${plain(value)}`
}

const MOST = 24
const plain = (value: Json): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const short = isObject(value) ? '{…}' : text
  return short.length > MOST ? `${short.slice(0, MOST)}…` : short
}
