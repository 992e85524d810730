import type { Json } from '@ensemble/core'

/** JSON that is still being written, as far as it goes. */
export interface UnfinishedJson {
  /** The text so far, closed at its end; undefined if nothing is readable. */
  readonly value: Json | undefined
  /** Keys to the value that is being written; undefined where the text is whole. */
  readonly path: readonly string[] | undefined
}

/** Nothing that a model answers is nested deeper; what is stays unread. */
const DEEPEST = 64

/** Reads JSON that may stop anywhere: in a text, in a name, between two members. Never throws. */
export function readUnfinished(text: string): UnfinishedJson {
  let at = 0
  let stopped: readonly string[] | undefined
  const stop = (path: readonly string[]): undefined => void (stopped ??= path)
  const skipBlanks = (): string | undefined => {
    while (/\s/.test(text[at] ?? '')) at++
    return text[at]
  }

  const readString = (path: readonly string[]): string => {
    const start = at++
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    if (at < text.length) return parsed(text.slice(start, ++at)) ?? ''
    stop(path)
    // An escape that has only begun is left out.
    const whole = text.slice(start).replace(/\\(u[\da-fA-F]{0,3})?$/, '')
    return parsed(`${whole}"`) ?? ''
  }

  const readMembers = (path: readonly string[]): Json => {
    const members: [string, Json][] = []
    for (at++; stopped === undefined;) {
      const next = skipBlanks()
      if (next === ',') at++
      else if (next === '"') {
        const name = readString(path)
        if (stopped === undefined && skipBlanks() !== ':') stop(path)
        if (stopped !== undefined) break
        at++
        const value = readValue([...path, name])
        if (value !== undefined) members.push([name, value])
      } else if (next === '}') {
        at++
        break
      } else stop(path)
    }
    return Object.fromEntries(members)
  }

  const readItems = (path: readonly string[]): Json => {
    const items: Json[] = []
    for (at++; stopped === undefined;) {
      const next = skipBlanks()
      if (next === ',') at++
      else if (next === ']') {
        at++
        break
      } else {
        const value = readValue([...path, String(items.length)])
        if (value !== undefined) items.push(value)
      }
    }
    return items
  }

  const readValue = (path: readonly string[]): Json | undefined => {
    const next = skipBlanks()
    if (next === undefined || path.length > DEEPEST) return stop(path)
    if (next === '{') return readMembers(path)
    if (next === '[') return readItems(path)
    if (next === '"') return readString(path)
    const word = /[^\s,\]}]*/y
    word.lastIndex = at
    const found = word.exec(text)?.[0] ?? ''
    at += found.length
    const value = parsed<Json>(found)
    if (at >= text.length || value === undefined) stop(path)
    return value
  }

  const value = readValue([])
  return { value, path: stopped }
}

const parsed = <T extends Json = string>(text: string): T | undefined => {
  try {
    return JSON.parse(text) as T // a string literal where T is one, any JSON otherwise
  } catch {
    return undefined
  }
}
