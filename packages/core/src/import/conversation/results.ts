import type { Json } from '../../schema/json.ts'
import { isDeep } from '../values.ts'

export const isJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** A result as the program wrote it: JSON in a text is read. */
export const resultOf = (value: Json): Json => {
  if (typeof value !== 'string' || !isJson(value)) return value
  try {
    const read = JSON.parse(value) as Json // what JSON gives
    // A journal holds no value this deep: it stays the text that it was.
    return isDeep(read) ? value : read
  } catch {
    return value
  }
}
