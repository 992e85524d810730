import type { Json, JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import type { Lowered } from './lower-types.ts'

/** Keywords that help to choose a value of any kind. */
export const HINTS = ['default', 'examples']
const LONGEST_WORDS = 500

/** One keyword as a description says it, cut where it is long. */
export const inWords = (keyword: string, value: Json): string => {
  const text = JSON.stringify(value)
  return `${keyword}: ${text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS)}…` : text}`
}

const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  '$defs',
  'definitions',
  '$schema',
  '$id',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
]
export const withoutAnnotations = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword)))

/** Whether a `$ref` has company that says anything: every object of the strict subset is closed. */
export const isBesideOthers = (schema: JsonObject): boolean =>
  Object.entries(schema).some(
    ([keyword, value]) =>
      !['$ref', '$defs', 'definitions'].includes(keyword) && !(keyword === 'unevaluatedProperties' && value === false),
  )

/** An alternative's demands on the whole, without the properties it adds. */
export const withoutSchemas = (part: Json): Json => {
  if (!isObject(part)) return part
  const { properties, ...rest } = part
  return isObject(properties) ? { ...rest, properties: Object.keys(properties) } : rest
}

/** Descriptions carry the removed keywords. `$ref` allows no neighbours. */
export const withWords = (lowered: Lowered, schema: JsonObject, words: readonly string[]): Lowered => {
  if (lowered.schema.$ref !== undefined) return lowered
  const own =
    typeof schema.description === 'string' ? schema.description : typeof schema.title === 'string' ? schema.title : ''
  const inherited = typeof lowered.schema.description === 'string' ? lowered.schema.description : ''
  const said = words.filter((word) => !inherited.includes(word))
  const parts = [own, inherited === own ? '' : inherited, said.length > 0 ? `(${said.join('; ')})` : '']
  const description = parts.filter((part) => part !== '').join(' ')
  return description === '' ? lowered : { ...lowered, schema: { ...lowered.schema, description } }
}
