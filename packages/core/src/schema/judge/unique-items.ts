import { burn } from './fuel.ts'
import { canonicalJson } from '../hash.ts'
import type { Json } from '../json.ts'
import { weigh } from '../weigh.ts'

/** Steps that looking one value up takes, and writing one inside it. */
const STEPS_PER_ITEM = 10
const STEPS_PER_VALUE = 25

/** Whether no item repeats, by content: one pass, counted in advance. */
export const hasUniqueItems = (asked: boolean, items: readonly Json[]): boolean => {
  if (!asked || items.length < 2) return true
  burn(STEPS_PER_ITEM * items.length)
  const plain = new Set<Json>()
  const texts = new Set<string>()
  for (const item of items) {
    if (typeof item !== 'object' || item === null) {
      if (plain.has(item)) return false
      plain.add(item)
      continue
    }
    burn(STEPS_PER_VALUE * weigh(item, Infinity))
    const text = canonicalJson(item)
    if (texts.has(text)) return false
    texts.add(text)
  }
  return true
}
