import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { parse } from 'jsonc-parser'

/** A text's value, comments and trailing commas tolerated; undefined if it holds none or is nested beyond reading. */
export function readJson(text: string): Json | undefined {
  try {
    return parse(text, [], { allowTrailingComma: true }) as Json | undefined // a JSON parser's answer
  } catch {
    return undefined // nested deeper than the stack
  }
}

export function readObject(text: string): JsonObject | null {
  const value = readJson(text)
  return value !== undefined && isObject(value) ? value : null
}
