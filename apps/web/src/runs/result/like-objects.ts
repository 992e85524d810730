import type { Json, JsonObject } from '@ensemble/core'

const MOST_COLUMNS = 10

/** Objects of one kind, as the lines of a table. */
export interface LikeObjects {
  /** Names of members, in the order of their first appearance. */
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
}

/** The table that a list of like objects is: each has most of the same members. Undefined for any other value. */
export function likeObjects(value: Json): LikeObjects | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isObject)) return undefined
  const rows: readonly JsonObject[] = value
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const filled = rows.reduce((sum, row) => sum + Object.keys(row).length, 0)
  const isLike = columns.length > 0 && columns.length <= MOST_COLUMNS && filled >= (columns.length * rows.length) / 2
  return isLike ? { columns, rows } : undefined
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
