import type { Json } from '../schema/json.ts'
import { isArray, isObject } from '../schema/json.ts'

/** Where a value stands in a JSON text: offset and length in UTF-16 units. */
export type Place = readonly [offset: number, length: number]

const QUOTE = 34
const BACKSLASH = 92
const COLON = 58
const COMMA = 44
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const skipSpace = (text: string, at: number): number => {
  let offset = at
  while (isSpace(text.charCodeAt(offset))) offset++
  return offset
}

/** Behind the closing quote of the string that begins at `at`. */
const skipString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1)
  for (;;) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // An even number of backslashes escape each other, an odd one the quote.
    if ((end - before) % 2 === 1) return end + 1
    end = text.indexOf('"', end + 1)
  }
}

/** Behind the value that begins at `at`. */
const skipValue = (text: string, at: number): number => {
  let depth = 0
  let offset = at
  for (; offset < text.length;) {
    const code = text.charCodeAt(offset)
    if (code === QUOTE) offset = skipString(text, offset)
    else if (depth === 0 && (code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT || isSpace(code))) break
    else {
      if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth++
      else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
      offset++
      if (depth === 0 && (code === CLOSE_ARRAY || code === CLOSE_OBJECT)) break
      continue
    }
    if (depth === 0) break
  }
  return offset
}

/** The name that a string of the text says. */
const nameAt = (text: string, from: number, to: number): string => {
  const written = text.slice(from + 1, to - 1)
  return written.includes('\\') ? String(JSON.parse(text.slice(from, to))) : written
}

interface Step {
  /** Where the wanted member's value begins; undefined where there is none. */
  readonly value: number | undefined
  /** Behind the container, where there is none. */
  readonly end: number
}

const findMember = (text: string, at: number, segment: string): Step => {
  const isList = text.charCodeAt(at) === OPEN_ARRAY
  const close = isList ? CLOSE_ARRAY : CLOSE_OBJECT
  const wanted = isList && /^\d+$/u.test(segment) ? Number(segment) : -1
  let offset = skipSpace(text, at + 1)
  for (let index = 0; text.charCodeAt(offset) !== close; index++) {
    let isWanted = index === wanted
    if (!isList) {
      const end = skipString(text, offset)
      isWanted = nameAt(text, offset, end) === segment
      offset = skipSpace(text, skipSpace(text, end) + 1)
    }
    if (isWanted) return { value: offset, end: offset }
    offset = skipSpace(text, skipValue(text, offset))
    if (text.charCodeAt(offset) === COMMA) offset = skipSpace(text, offset + 1)
  }
  return { value: undefined, end: offset + 1 }
}

/** The place of a value in a text that is JSON, or of the nearest enclosing one that exists; no tree is made of the text. */
export const findPlace = (text: string, segments: readonly string[]): Place => {
  let at = skipSpace(text, 0)
  for (const segment of segments) {
    const code = text.charCodeAt(at)
    if (code !== OPEN_ARRAY && code !== OPEN_OBJECT) break
    const { value, end } = findMember(text, at, segment)
    if (value === undefined) return [at, end - at]
    at = value
  }
  return [at, skipValue(text, at) - at]
}

/** How many members a text that is JSON writes, those of one name counted each time. */
export const countWritten = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0;) {
    const end = skipSpace(text, skipString(text, at))
    if (text.charCodeAt(end) === COLON) count++
    at = text.indexOf('"', end)
  }
  return count
}

/** How many members a value has, and how deep they lie; iterative, so that depth costs no stack. */
export const measure = (value: Json): { readonly members: number; readonly depth: number } => {
  let members = 0
  let depth = 0
  for (let level: readonly Json[] = [value]; level.length > 0; depth++) {
    const next: Json[] = []
    for (const container of level) {
      if (isArray(container)) for (const item of container) putContainer(item, next)
      else if (isObject(container))
        for (const name of Object.keys(container)) {
          members++
          putContainer(container[name] ?? null, next)
        }
    }
    level = next
  }
  return { members, depth }
}

const putContainer = (value: Json, into: Json[]): void => {
  if (typeof value === 'object' && value !== null) into.push(value)
}
