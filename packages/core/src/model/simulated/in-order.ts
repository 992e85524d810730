import type { Json, JsonObject, JsonSchema } from '../../schema/json.ts'
import { accepts } from './accepts.ts'
import { upperEndOf } from './plausible.ts'

/** Puts a start before its end: `startDate` and `endDate`, `min` and `max`. */
export const inOrder = (
  filled: JsonObject,
  properties: Readonly<Record<string, JsonSchema>>,
  root: JsonObject,
): JsonObject => {
  const names = Object.keys(filled)
  let ordered = filled
  for (const name of names) {
    const upper = upperEndOf(name, names)
    const [low, high] = [ordered[name], upper === undefined ? undefined : ordered[upper]]
    if (upper === undefined || low === undefined || high === undefined || !isLater(low, high)) continue
    if (accepts(properties[name] ?? true, high, root) && accepts(properties[upper] ?? true, low, root))
      ordered = { ...ordered, [name]: high, [upper]: low }
  }
  return ordered
}

const isLater = (one: Json, other: Json): boolean =>
  (typeof one === 'number' && typeof other === 'number' && one > other) ||
  (typeof one === 'string' && typeof other === 'string' && DATE.test(one) && DATE.test(other) && one > other)
const DATE = /^\d{4}-\d\d-\d\d/u
