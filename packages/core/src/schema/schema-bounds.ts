import { SCHEMA_LIMITS, type SchemaLimits } from './check-schema.ts'
import type { JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { subschemasOf } from './subschemas.ts'
import { weigh } from './weigh.ts'

/** How much of a limit a schema uses. */
export interface SchemaBound {
  readonly limit: 'subschemas' | 'weight'
  readonly count: number
  readonly most: number
}

/** The share of a limit from which the page shows it. */
const NEAR = 0.75

/** The limits that a schema is near to or beyond. */
export const schemaBounds = (schema: JsonSchema, limits: SchemaLimits = SCHEMA_LIMITS): readonly SchemaBound[] => {
  const counts: readonly SchemaBound[] = [
    { limit: 'subschemas', count: countSubschemas(schema, limits.subschemas * 10), most: limits.subschemas },
    { limit: 'weight', count: weigh(schema, limits.weight * 10), most: limits.weight },
  ]
  return counts.filter(({ count, most }) => count >= most * NEAR)
}

const countSubschemas = (schema: JsonSchema, most: number): number => {
  let count = 0
  const waiting: JsonSchema[] = [schema]
  for (let next = waiting.pop(); next !== undefined && count < most; next = waiting.pop()) {
    count += 1
    if (isObject(next)) for (const { schema: inner } of subschemasOf(next)) waiting.push(inner)
  }
  return count
}
