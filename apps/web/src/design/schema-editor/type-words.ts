import type { FlatRow } from '@ensemble/core/editor'

const LIST = /^array of (string|number|integer|object)$/u

/** A row's type as its select names it: a reference, `string`, `string | null`, `integer[]`, `oneOf`, `any`. */
export function typeOf(row: FlatRow): string {
  if (row.ref !== undefined) return row.ref
  const item = LIST.exec(row.typeLabel)?.[1]
  if (item !== undefined) return `${item}[]`
  if (row.types.length > 0) return row.types.join(' | ')
  return row.combinations[0] ?? 'any'
}

/** The option after `current` that begins with the letter, from the start again after the last one. */
export function nextByLetter(options: readonly string[], current: string, letter: string): string | undefined {
  const fitting = options.filter((option) => option.toLowerCase().startsWith(letter.toLowerCase()))
  return fitting[(fitting.indexOf(current) + 1) % Math.max(1, fitting.length)]
}
