import type { Json } from '../schema/json.ts'
import { isArray, isObject } from '../schema/json.ts'

/** The place of a value in a JSON text: offset and length in UTF-16 units. */
export type Place = readonly [offset: number, length: number]

// UTF-16 units of JSON's own characters.
export const QUOTE = 34
const BACKSLASH = 92
const COLON = 58
export const COMMA = 44
export const OPEN_ARRAY = 91
export const CLOSE_ARRAY = 93
export const OPEN_OBJECT = 123
export const CLOSE_OBJECT = 125

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

export const skipSpace = (text: string, at: number): number => {
  let offset = at
  while (isSpace(text.charCodeAt(offset))) offset++
  return offset
}

/** Behind the closing quote of the string that begins at `at`. */
export const skipString = (text: string, at: number): number => {
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

/** An object or a list of the text, as far as it was read. */
interface Container {
  readonly isList: boolean
  /** Where the value of each member begins. */
  readonly members: Map<string, number>
  /** The last value read: text behind it is scanned on demand. */
  last: number | undefined
  /** Behind the container; undefined until it is read to its end. */
  end: number | undefined
}

/** Where the next member begins, or the bracket that closes the container. */
const nextIn = (text: string, at: number, { last }: Container): number => {
  if (last === undefined) return skipSpace(text, at + 1)
  const behind = skipSpace(text, skipValue(text, last))
  return text.charCodeAt(behind) === COMMA ? skipSpace(text, behind + 1) : behind
}

/** Reads on in the container that begins at `at` until the wanted member is found; undefined if there is none. */
const findMember = (text: string, at: number, container: Container, segment: string): number | undefined => {
  const { isList, members } = container
  const wanted = isList && /^\d+$/u.test(segment) ? String(Number(segment)) : segment
  const known = members.get(wanted)
  if (known !== undefined || container.end !== undefined) return known
  const close = isList ? CLOSE_ARRAY : CLOSE_OBJECT
  for (;;) {
    const next = nextIn(text, at, container)
    if (text.charCodeAt(next) === close) {
      container.end = next + 1
      return undefined
    }
    const behind = isList ? next : skipString(text, next)
    const name = isList ? String(members.size) : nameAt(text, next, behind)
    const value = isList ? next : skipSpace(text, skipSpace(text, behind) + 1)
    container.last = value
    members.set(name, value)
    if (name === wanted) return value
  }
}

/** Finds a value's place in a JSON text, or of its nearest ancestor. Reads lazily, no part twice. */
export const createPlaceFinder = (text: string): ((segments: readonly string[]) => Place) => {
  const containers = new Map<number, Container>()
  const containerAt = (at: number): Container | undefined => {
    const known = containers.get(at)
    const code = text.charCodeAt(at)
    if (known !== undefined || (code !== OPEN_ARRAY && code !== OPEN_OBJECT)) return known
    const isList = code === OPEN_ARRAY
    const made: Container = { isList, members: new Map(), last: undefined, end: undefined }
    containers.set(at, made)
    return made
  }
  return (segments) => {
    let at = skipSpace(text, 0)
    for (const segment of segments) {
      const container = containerAt(at)
      if (container === undefined) break
      const value = findMember(text, at, container, segment)
      if (value === undefined) return [at, (container.end ?? at) - at]
      at = value
    }
    return [at, skipValue(text, at) - at]
  }
}

/** How many members a JSON text has; repeated names count each time. */
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
