import { parse } from 'yaml'
import type { Json } from '../schema/json.ts'

/** A value, or why the text has none, as a sentence. */
export type Read = { readonly value: Json } | { readonly reason: string }

/** Longer ones take seconds to read. */
const MOST_CHARACTERS = 2_000_000
const MOST_VALUES = 500_000
const MOST_DEEP = 100
/** How often an anchor may be repeated: a few of them inside each other would fill the memory. */
const MOST_ALIASES = 100

/** The value of a YAML text, by its own copy: no cycles, no shared parts, nothing that JSON cannot hold. Never throws. */
export const readYaml = (text: string): Read => {
  if (text.length > MOST_CHARACTERS)
    return { reason: `YAML is read up to ${MOST_CHARACTERS.toLocaleString('en')} characters.` }
  try {
    const value: unknown = parse(text, {
      maxAliasCount: MOST_ALIASES,
      merge: true,
      prettyErrors: true,
      logLevel: 'error',
    })
    return copyOf(value)
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split('\n') : []
    return { reason: line.endsWith(':') ? `${line.slice(0, -1)}.` : line }
  }
}

const copyOf = (top: unknown): Read => {
  let count = 0
  let reason = ''
  const copy = (value: unknown, depth: number): Json => {
    if (reason !== '') return null
    if (depth > MOST_DEEP) reason = `It is nested deeper than ${MOST_DEEP} levels, or holds itself.`
    if (++count > MOST_VALUES) reason = `It holds more than ${MOST_VALUES.toLocaleString('en')} values.`
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1))
    if (value instanceof Date) return value.toISOString()
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each, depth + 1)]))
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    return typeof value === 'string' || typeof value === 'boolean' ? value : null
  }
  const value = copy(top, 0)
  return reason === '' ? { value } : { reason }
}
