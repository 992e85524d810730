import type { Json } from './json.ts'
import { isArray, isObject } from './json.ts'

/** Characters of a text that weigh as much as one more value. */
const CHARACTERS = 16

/** The weight of a text by its length. */
export const weighText = (length: number): number => 1 + Math.floor(length / CHARACTERS)

/** A value's size: 1 per value and per 16 characters. Stops soon after `most`; iterative, so depth costs no stack. */
export const weigh = (value: Json, most: number): number => {
  if (typeof value === 'string') return weighText(value.length)
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  const waiting: Json[] = [value]
  for (let next = waiting.pop(); next !== undefined && weight <= most; next = waiting.pop()) {
    if (isArray(next)) {
      weight += next.length
      if (weight > most) return weight
      for (const item of next) weight += put(item, waiting)
    } else if (isObject(next)) {
      for (const name of Object.keys(next)) {
        weight += 1 + Math.floor(name.length / CHARACTERS) + put(next[name] ?? null, waiting)
        if (weight > most) return weight
      }
    }
  }
  return weight
}

/** The weight of a member's own text; containers wait for their turn. */
const put = (value: Json, waiting: Json[]): number => {
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS)
  if (typeof value === 'object' && value !== null) waiting.push(value)
  return 0
}
