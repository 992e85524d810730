import type { Json, JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { followReference } from './pointer.ts'
import { subschemasOf } from './subschemas.ts'

/** Keywords whose schemas judge the same value as the schema they stand in. */
const SAME_VALUE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'])

/**
 * Counts how many schemas may judge one value at one place, references followed: a short chain of definitions that each
 * name the next one twice doubles the work with every link. Stops at `limit`; what refers to itself counts once.
 */
export const createBranchCounter = (root: JsonSchema, limit: number): ((schema: Json) => number) => {
  const known = new Map<Json, number>()
  const count = (schema: Json): number => {
    if (!isObject(schema)) return 1
    const before = known.get(schema)
    if (before !== undefined) return before
    known.set(schema, 0)
    const target = typeof schema.$ref === 'string' ? followReference(root, schema.$ref) : undefined
    let total = 1 + (target === undefined ? 0 : count(target))
    for (const { segments, schema: inner } of subschemasOf(schema)) {
      if (total >= limit) break
      if (SAME_VALUE.has(segments[0])) total += count(inner)
    }
    known.set(schema, total)
    return total
  }
  return count
}
