import type { Json } from '../../schema/json.ts'

export const isJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** A result as the program wrote it: JSON in a text is read. */
export const resultOf = (value: Json): Json => {
  if (typeof value !== 'string' || !isJson(value)) return value
  try {
    return JSON.parse(value) as Json // what JSON gives
  } catch {
    return value
  }
}
