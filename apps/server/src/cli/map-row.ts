import { EnsembleError, type Json, type JsonObject, isObject } from '@ensemble/core'
import { hasOwn } from '@ensemble/core/host'
import type { Row } from './read-rows.ts'

/** A row as it becomes a case: the input of a run, and the values that are expected of its outcome. */
export interface MappedRow {
  readonly input: Json
  readonly expected: readonly { readonly path: string; readonly value: Json }[]
}

/** Without a map, `input` and `expected` of a JSON line, else each column as a member of the input. */
export const mapRow = (row: Row, map: string | undefined, schema: JsonObject): MappedRow => {
  if (map === undefined) {
    const { input, expected, ...others } = row
    if (input !== undefined && Object.keys(others).length === 0)
      return { input, expected: expected === undefined ? [] : [{ path: '/output', value: expected }] }
    return {
      input: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typed(value, schema[name])])),
      expected: [],
    }
  }
  // A map keeps a member called `__proto__` as any other.
  const input = new Map<string, Json>()
  const expected: { path: string; value: Json }[] = []
  for (const part of map.split(',')) {
    const [, column = '', place = '', rest = ''] = /^(.+?)=(input|output)((?:\/[^/]+)*)$/.exec(part.trim()) ?? []
    const value = hasOwn(row, column) ? row[column] : undefined
    if (place === '' || (place === 'input' && !/^\/[^/]+$/.test(rest)))
      throw new EnsembleError(
        'usage',
        `--map takes COLUMN=input/NAME and COLUMN=output/PATH, separated by commas, not "${part}".`,
      )
    if (value === undefined)
      throw new EnsembleError(
        'usage',
        `There is no column "${column}": the columns are ${Object.keys(row).join(', ')}.`,
      )
    const name = rest.slice(1)
    if (place === 'input') input.set(name, typed(value, schema[name]))
    else expected.push({ path: `/output${rest}`, value })
  }
  return { input: Object.fromEntries(input), expected }
}

/** Texts of CSV as what the Idea's input takes: `4` is a number where it takes one. */
const typed = (value: Json, schema: Json | undefined): Json => {
  const type = isObject(schema) ? schema['type'] : undefined
  if (typeof value !== 'string' || type === undefined || type === 'string') return value
  try {
    return JSON.parse(value) as Json // JSON.parse gives JSON
  } catch {
    return value
  }
}
