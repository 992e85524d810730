import { findSchemaIssue, type SchemaLimits } from './check-schema.ts'
import type { Json, JsonObject, JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { linearPattern, MOST_PATTERN_WEIGHT } from './linear-pattern.ts'
import { patternWeight } from './pattern-weight.ts'
import { reachableSchemas, referenceTarget } from './references.ts'
import { subschemasOf } from './subschemas.ts'
import type { SchemaIssue } from './validator.ts'

interface Reachable {
  readonly issue?: SchemaIssue | undefined
  /** The issue is a reference to an address outside. */
  readonly leadsOut?: boolean
}

/**
 * Faults of reachable schemas: references that lead nowhere, out or to no schema; costly patterns. Throws PatternError.
 */
export const findReachable = (root: JsonSchema, draft07: boolean, limits: SchemaLimits): Reachable => {
  if (!isObject(root)) return {}
  const lost: string[] = []
  const reachable = reachableSchemas(root, draft07, (reference) => lost.push(reference))
  const inside = lost.find((one) => one.startsWith('#'))
  const reference = inside ?? lost[0]
  const issue = findStrayIssue(root, reachable, limits) ?? findPatternIssue(reachable, limits)
  if (reference === undefined || (inside === undefined && issue !== undefined)) return { issue }
  const message = `"$ref" must lead to a place inside this schema; ${reference} does not (nothing is fetched)`
  return { issue: { path: '', schemaPath: '', keyword: '$ref', message }, leadsOut: inside === undefined }
}

/** A reference may lead to a place without a schema, such as an unchecked example. */
const findStrayIssue = (
  root: JsonObject,
  reachable: readonly { readonly schema: JsonObject }[],
  limits: SchemaLimits,
): SchemaIssue | undefined => {
  const placed = new Set<Json>()
  const place = (schema: JsonSchema): void => {
    if (!isObject(schema) || placed.has(schema)) return
    placed.add(schema)
    for (const { schema: inner } of subschemasOf(schema)) place(inner)
  }
  place(root)
  for (const { schema } of reachable) {
    const target = typeof schema.$ref === 'string' ? referenceTarget(root, schema.$ref) : undefined
    if (target === undefined || !isObject(target.schema) || placed.has(target.schema)) continue
    const issue = findSchemaIssue(target.schema, limits)
    if (issue) return { ...issue, path: target.pointer + issue.path, schemaPath: target.pointer + issue.schemaPath }
    place(target.schema)
    if (placed.size > limits.subschemas)
      return { ...STRAY, message: `the schema has more than the ${limits.subschemas} subschemas allowed` }
  }
  return undefined
}
const STRAY = { path: '', schemaPath: '', keyword: 'schema' } as const

const findPatternIssue = (
  reachable: readonly { readonly schema: JsonObject }[],
  limits: SchemaLimits,
): SchemaIssue | undefined => {
  const patterns = new Set(
    reachable.flatMap(({ schema: { pattern, patternProperties } }) => [
      ...(typeof pattern === 'string' ? [pattern] : []),
      ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
    ]),
  )
  // One that is too large by itself is named, so that a person knows which.
  for (const pattern of patterns) if (patternWeight(pattern) > MOST_PATTERN_WEIGHT) linearPattern(pattern)
  let weight = 0
  for (const pattern of patterns) weight += patternWeight(pattern)
  if (weight > limits.patternWeight) {
    const message = 'the patterns of the schema, with their repeats written out, are together larger than is allowed'
    return { path: '', schemaPath: '', keyword: 'pattern', message }
  }
  for (const pattern of patterns) linearPattern(pattern)
  return undefined
}
