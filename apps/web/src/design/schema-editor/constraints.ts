import { isObject, type Json } from '@ensemble/core'
import { KEYWORDS, NUMBER_KEYWORDS, type FlatRow } from '@ensemble/core/editor'
import { hintText } from '../../platform/i18n/problem-text.ts'

/** Keywords that have a column or an own place in the table. */
const ELSEWHERE = new Set(['type', 'description', '$ref', 'properties', 'required', 'items', 'anyOf', 'oneOf', 'allOf'])
const GENERAL = new Set(['title', 'enum', 'const', 'default', 'examples'])

/** Keywords that can be added to a row: those of its types without a short field, and those that go with any. */
export const addable = (row: FlatRow): readonly string[] => {
  const { types, constraints } = row
  const common = commonFields(row)
  return KEYWORDS.filter(({ name, of }) => {
    if (common.includes(name) || ELSEWHERE.has(name) || name.startsWith('$') || constraints[name] !== undefined)
      return false
    return of === undefined ? GENERAL.has(name) : of.some((type) => types.includes(type))
  }).map(({ name }) => name)
}

/** How a constraint is written in a short field; null for one that only JSON can say. */
export const inlineKind = (keyword: string): 'number' | 'text' | 'list' | null => {
  if (NUMBER_KEYWORDS.has(keyword)) return 'number'
  if (keyword === 'pattern' || keyword === 'format') return 'text'
  return keyword === 'enum' ? 'list' : null
}

const COMMON: { readonly [type: string]: readonly string[] } = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'enum'],
  number: ['minimum', 'maximum', 'multipleOf', 'enum'],
  integer: ['minimum', 'maximum', 'multipleOf', 'enum'],
  array: ['minItems', 'maxItems'],
}

/** The short fields that a row offers whether or not they are filled. */
export const commonFields = ({ types }: FlatRow): readonly string[] => [
  ...new Set(types.flatMap((type) => COMMON[type] ?? [])),
]

/** A constraint's value as its field shows it; `enum` as `a | b`. */
export const writeConstraint = (keyword: string, value: Json): string => {
  if (keyword !== 'enum' || !Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return value.map((one: Json) => (isPlainWord(one) ? one : JSON.stringify(one))).join(' | ')
}

/** A word that reads back as the string it is. */
const isPlainWord = (value: Json): value is string =>
  typeof value === 'string' && value.trim() === value && !/["|]/u.test(value) && !isJsonWord(value)
const isJsonWord = (word: string): boolean => jsonOf(word) !== undefined

const jsonOf = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json // JSON.parse gives JSON
  } catch {
    return undefined
  }
}

/** The value of a text typed into a constraint's field; undefined removes it, null means that it can't be read. */
export const readConstraint = (keyword: string, text: string, types: readonly string[]): Json | undefined => {
  const typed = text.trim()
  if (typed === '') return undefined
  const kind = inlineKind(keyword)
  if (kind === 'number') {
    const number = Number(typed)
    return Number.isFinite(number) ? number : null
  }
  if (kind === 'text') return keyword === 'format' ? typed : text
  const words = splitList(typed)
  return words.length === 0 ? undefined : words.map((word) => readWord(word, types))
}

/** The words between bars; a bar inside quotes belongs to its word. */
const splitList = (text: string): readonly string[] =>
  [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^|"]|")+/gu)].map(([word]) => word.trim()).filter((word) => word !== '')

/** Where only strings fit, `1` and `true` are words as well. */
const readWord = (word: string, types: readonly string[]): Json => {
  const value = jsonOf(word)
  const isText = types.length > 0 && types.every((type) => type === 'string')
  return value === undefined || (isText && typeof value !== 'string') ? word : value
}

/** Whether a short field can show a value and read it back as it is. */
export const fitsField = (keyword: string, value: Json, types: readonly string[]): boolean =>
  inlineKind(keyword) !== null &&
  JSON.stringify(readConstraint(keyword, writeConstraint(keyword, value), types)) === JSON.stringify(value)

export const docsOf = (keyword: string): string | undefined => {
  const docs = KEYWORDS.find(({ name }) => name === keyword)?.docs
  return docs && hintText(docs)
}

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
