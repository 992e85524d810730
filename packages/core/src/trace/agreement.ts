import { isObject, type Json } from '../schema/json.ts'
import { changedFields } from './value-diff.ts'

/** How far two outputs agree: the share of their leaves that are equal, 1 for equal values, 0 where none is. */
export const agreementOf = (one: Json | undefined, other: Json | undefined): number => {
  const changed = changedFields(one, other)
  if (changed.length === 0) return 1
  const most = Math.max(countLeaves(one), countLeaves(other))
  const lost = changed.reduce((sum, { before, after }) => sum + Math.max(countLeaves(before), countLeaves(after)), 0)
  return Math.max(0, 1 - lost / Math.max(most, lost))
}

/** An empty list or object is a leaf; a missing value has none. */
const countLeaves = (value: Json | undefined): number => {
  if (value === undefined) return 0
  const items: readonly (Json | undefined)[] = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.values(value)
      : []
  return items.length === 0 ? 1 : items.reduce<number>((sum, item) => sum + countLeaves(item), 0)
}
