import { CORE_SCHEMA, YAMLException, load, mergeTag } from 'js-yaml'
import type { Json } from '../schema/json.ts'

/** A value, or a sentence that says why the text has none. */
export type Read = { readonly value: Json } | { readonly reason: string }

/** As a file that is imported; read in about two seconds. */
const MOST_CHARACTERS = 20_000_000
const MOST_VALUES = 1_000_000
const MOST_DEEP = 100
/** YAML 1.2 without dates and bytes, which JSON cannot hold, and with `<<`. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** The value of a YAML text, by its own copy: no cycles, no shared parts, nothing that JSON cannot hold. Never throws. */
export const readYaml = (text: string): Read => {
  if (text.length > MOST_CHARACTERS)
    return { reason: `YAML is read up to ${MOST_CHARACTERS.toLocaleString('en')} characters.` }
  try {
    return copyOf(load(text, { schema: SCHEMA }))
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError) return `It is nested deeper than ${MOST_DEEP} levels.`
  if (!(error instanceof YAMLException)) return error instanceof Error ? error.message : String(error)
  const { reason, mark } = error
  return mark === undefined ? `${reason}.` : `${reason} at line ${mark.line + 1}, column ${mark.column + 1}.`
}

const copyOf = (top: unknown): Read => {
  let count = 0
  let reason = ''
  const copy = (value: unknown, depth: number): Json => {
    if (reason !== '') return null
    if (depth > MOST_DEEP) reason = `It is nested deeper than ${MOST_DEEP} levels, or holds itself.`
    if (++count > MOST_VALUES) reason = `It holds more than ${MOST_VALUES.toLocaleString('en')} values.`
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each, depth + 1)]))
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    return typeof value === 'string' || typeof value === 'boolean' ? value : null
  }
  const value = copy(top, 0)
  return reason === '' ? { value } : { reason }
}
