import type { Json, JsonObject } from '../../schema/json.ts'
import { typesOf } from './known-values.ts'
import type { plausibleRange } from './plausible.ts'
import type { seeded } from './seeded.ts'

/** The value of a keyword if it is a number. */
export const numberOr = (value: Json | undefined, fallback: number): number =>
  typeof value === 'number' ? value : fallback

/** A number within the bounds: a plausible one where the schema leaves a side open. */
export const generateNumber = (
  schema: JsonObject,
  random: ReturnType<typeof seeded>,
  plausible: ReturnType<typeof plausibleRange>,
): number => {
  const isWhole = typesOf(schema)?.includes('integer') ?? false
  const step = numberOr(schema.multipleOf, isWhole ? 1 : 0.01)
  const above = numberOr(schema.exclusiveMinimum, -Infinity)
  const below = numberOr(schema.exclusiveMaximum, Infinity)
  const low = Math.max(numberOr(schema.minimum, -Infinity), above)
  const high = Math.min(numberOr(schema.maximum, Infinity), below)
  const [least = 0, most = 0] = plausible ?? []
  const isPlausible = (low === -Infinity || high === Infinity) && least < high && most > low && plausible !== undefined
  const min = isPlausible
    ? Math.max(low, least)
    : low > -Infinity
      ? low
      : high < Infinity
        ? Math.min(0, high - 10 * step)
        : 0
  const max = isPlausible ? Math.min(high, most) : high < Infinity ? high : min + 100 * step
  let first = Math.ceil(min / step - 1e-9)
  let last = Math.floor(max / step + 1e-9)
  if (first * step <= above) first++
  if (last * step >= below) last--
  const count = first > last ? first : random.integer(first, last)
  // Decimal steps such as 0.01 would leave 0.30000000000000004.
  return Number((count * step).toPrecision(12))
}
