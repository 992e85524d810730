import { isReferable } from '../request/reference.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { utf8Length } from '../schema/utf8-length.ts'
import type { ShownRef } from './blocks.ts'

const PREVIEW_CHARACTERS = 160

/** UTF-8 bytes of a value's JSON. */
const jsonBytes = (value: Json): number => utf8Length(JSON.stringify(value))

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const MOST_CHARACTERS = 100_000
const BEGINNING = 2000

/** The model's own unreadable text, cut to its beginning: all of it would fill the context. */
export const showUnread = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${Array.from(text.slice(0, BEGINNING)).slice(0, -1).join('')}… (cut here: ${text.length} characters in all)`

/**
 * A value as `{ ref, type, bytes, preview }`: what a model is shown of one that is over `inlineBytes` (docs/contract/protocol.md#state).
 * `json` is its text, which is not written twice where it is large.
 */
export const toShownRef = (ref: string, value: Json, json: string): ShownRef => {
  const text = typeof value === 'string' ? value : json
  const characters = Array.from(text.slice(0, PREVIEW_CHARACTERS * 2))
  const preview = characters.slice(0, PREVIEW_CHARACTERS).join('')
  return {
    ref,
    type: typeOf(value),
    bytes: utf8Length(json),
    preview: preview.length < text.length ? `${preview}…` : preview,
  }
}

/**
 * A value with large parts replaced by references below `ref`. Opens objects over `inlineBytes`, unless a large
 * member's name can't be referenced.
 */
export const showByReference = (value: Json, ref: string, inlineBytes: number): Json => {
  const json = JSON.stringify(value)
  if (utf8Length(json) <= inlineBytes) return value
  if (!isObject(value)) return toShownRef(ref, value, json)
  const isNamed = ([name, item]: [string, Json]): boolean => isReferable(name) || jsonBytes(item) <= inlineBytes
  if (!Object.entries(value).every(isNamed)) return toShownRef(ref, value, json)
  // A property called __proto__ is one like any other.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, showByReference(item, `${ref}.${name}`, inlineBytes)]),
  )
}

/** Later wins; objects merge property by property, anything else is replaced. */
export const mergeJson = (earlier: Json | undefined, later: Json | undefined): Json | undefined => {
  if (later === undefined) return earlier
  if (!isObject(earlier) || !isObject(later)) return later
  const merged: Record<string, Json> = { ...earlier }
  for (const [name, value] of Object.entries(later)) {
    Object.defineProperty(merged, name, {
      value: mergeJson(Object.hasOwn(earlier, name) ? earlier[name] : undefined, value) ?? null,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return merged as JsonObject // built from Json values only
}
