import type { Json, JsonObject, JsonSchema } from './json.ts'
import { hasOwn, isObject } from './json.ts'
import { subschemasOf } from './subschemas.ts'

/** The keyword that counts one judgement of one schema. */
export const FUEL = 'ensemble-fuel'

/** Judgements that one value may take: some tens of milliseconds, and far more than any honest value needs. */
const MOST_JUDGEMENTS = 300_000

let left = MOST_JUDGEMENTS

/** The value takes more judgements than are allowed: alternatives that each refer back multiply with every level of it. */
class OutOfFuel extends Error {
  override readonly name = 'OutOfFuel'
  constructor() {
    super(`judging the value takes more than ${MOST_JUDGEMENTS} steps`)
  }
}

/** Counts one judgement. Throws where there were too many since `refuel`. */
export const burn = (): boolean => {
  if (--left < 0) throw new OutOfFuel()
  return true
}
export const refuel = (): void => {
  left = MOST_JUDGEMENTS
}

/**
 * The schema with each part that holds other schemas counted, where a part refers to another one inside: only then may a
 * small schema cost more than its size times the value's. The same object where none does.
 */
export const withFuel = (schema: JsonSchema): JsonSchema =>
  isObject(schema) && refersInside(schema) ? counted(schema) : schema

const refersInside = (schema: JsonObject): boolean =>
  hasOwn(schema, '$ref') || subschemasOf(schema).some(({ schema: inner }) => isObject(inner) && refersInside(inner))

const counted = (schema: JsonObject): JsonObject => {
  const parts = new Map<Json, Json>()
  for (const { schema: inner } of subschemasOf(schema)) if (isObject(inner)) parts.set(inner, counted(inner))
  if (parts.size === 0) return schema
  const replaced = (value: Json): Json => {
    const part = parts.get(value)
    if (part !== undefined) return part
    if (Array.isArray(value)) return value.map((item: Json) => parts.get(item) ?? item)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, parts.get(item) ?? item]))
  }
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => [keyword, replaced(value)])
  return { [FUEL]: true, ...Object.fromEntries(members) }
}
