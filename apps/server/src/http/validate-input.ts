import { type Json, type JsonSchema, isObject } from '@ensemble/core'
import type { Pointer, Validator } from '@ensemble/core/schema'
import { checkConfig } from '@ensemble/core/host'
import { HttpProblem } from './http-problem.ts'

const toTyped = (text: string, schema: Json | undefined): Json => {
  const type = isObject(schema) ? schema['type'] : undefined
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** A query as the object its schema describes; what the schema does not name is left out. */
export const readQuery = (search: URLSearchParams, schema: JsonSchema | undefined): Json => {
  const properties = typeof schema === 'object' ? schema['properties'] : undefined
  if (!isObject(properties)) return {}
  const query: Record<string, Json> = {}
  for (const [name, property] of Object.entries(properties)) {
    const text = search.get(name)
    if (text !== null) query[name] = toTyped(text, property)
  }
  return query
}

/** Throws HttpProblem 400 that lists every place where the value does not fit. */
export const checkInput = (validator: Validator, schema: JsonSchema, value: Json, what: 'body' | 'query'): void => {
  const verdict = validator.check(schema, value)
  if (verdict.ok) return
  const errors = verdict.issues.map(({ path, message }) => ({ path, message }))
  const [first] = errors
  const detail = first === undefined ? '' : `: ${first.path === '' ? '' : `${first.path} `}${first.message}`
  throw new HttpProblem(400, `${what}.invalid`, `The ${what} does not fit${detail}`, { errors })
}

/**
 * Throws HttpProblem 400 that lists every unread or impossible member of a run's config: an invalid limit would limit
 * nothing. `at` is its place in the body.
 */
export const checkGivenConfig = (config: unknown, at: Pointer): void => {
  const errors = checkConfig((config ?? {}) as Json).map(({ path, message }) => ({ path: at + path, message })) // of a body
  const [first] = errors
  if (first !== undefined)
    throw new HttpProblem(400, 'body.invalid', `The body does not fit: ${first.path} ${first.message}`, { errors })
}
