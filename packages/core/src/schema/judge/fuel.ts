import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { hasOwn, isObject } from '../json.ts'
import { subschemasOf, withParts } from '../subschemas.ts'

/** The keyword that counts one judgement of one schema. */
export const FUEL = 'ensemble-fuel'

/** Steps that judging one value may take, of about 10 ns each: far more than any honest value needs. */
const MOST_STEPS = 2_000_000
/** The cost of one judgement by generated code, references included. */
const JUDGEMENT = 6

let left = MOST_STEPS

/** Judging the value takes more steps than are allowed: alternatives and sizes multiply. */
class OutOfFuel extends Error {
  override readonly name = 'OutOfFuel'
  constructor() {
    super(`judging the value takes more than ${MOST_STEPS} steps`)
  }
}

/** Counts steps before they are taken. Throws where there were too many since `refuel`. */
export const burn = (steps: number): void => {
  left -= steps
  if (left < 0) throw new OutOfFuel()
}
export const burnJudgement = (): boolean => {
  burn(JUDGEMENT)
  return true
}
export const refuel = (): void => {
  left = MOST_STEPS
}

/** Counts parts that refer to others: only then may a small schema cost more than its size times the value's. */
export const withFuel = (schema: JsonSchema): JsonSchema =>
  isObject(schema) && refersInside(schema) ? counted(schema) : schema

const refersInside = (schema: JsonObject): boolean =>
  hasOwn(schema, '$ref') || subschemasOf(schema).some(({ schema: inner }) => isObject(inner) && refersInside(inner))

const counted = (schema: JsonObject): JsonObject => {
  const parts = new Map<Json, Json>()
  for (const { schema: inner } of subschemasOf(schema)) if (isObject(inner)) parts.set(inner, counted(inner))
  if (parts.size === 0) return schema
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => [keyword, withParts(value, parts)])
  return { [FUEL]: true, ...Object.fromEntries(members) }
}
