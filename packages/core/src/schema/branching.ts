import type { Json, JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { followReference } from './pointer.ts'
import { subschemasOf } from './subschemas.ts'

/** Keywords whose schemas judge the same value as their parent. */
const SAME_VALUE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'])

/**
 * Counts the schemas for one value, references included, up to `limit`: chained definitions can double the work at each
 * link.
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
