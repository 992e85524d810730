import type { Json, JsonObject } from '../schema/json.ts'

const PREVIEW_CHARACTERS = 240
const encoder = new TextEncoder()

/** The size of a value in JSON, in bytes of UTF-8. */
export const bytesOf = (value: Json): number => encoder.encode(JSON.stringify(value)).length

/**
 * A value as a model sees it (PROTOCOL.md §7): itself, or, with more than `inlineBytes` of JSON, `{ ref, type, bytes,
 * preview }`, so that it can be passed on without being copied. `ref` is the reference that reads it; without one there
 * is nothing to pass on and the value stays as it is.
 */
export function shownValue(value: Json, ref: string | undefined, inlineBytes: number): Json {
  if (ref === undefined || isSmall(value, inlineBytes)) return value
  const bytes = bytesOf(value)
  if (bytes <= inlineBytes) return value
  const shown: JsonObject = { ref, type: typeOf(value), bytes, preview: previewOf(value) }
  return shown
}

/** Most values are small scalars: no need to encode them to know. */
const isSmall = (value: Json, inlineBytes: number): boolean =>
  value === null || typeof value === 'boolean' || typeof value === 'number'
    ? true
    : typeof value === 'string' && value.length * 6 + 2 <= inlineBytes

export const typeOf = (value: Json): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return 'number'
    case 'string':
      return 'string'
    default:
      return 'object'
  }
}

function previewOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text.slice(0, PREVIEW_CHARACTERS * 2)]
  return characters.length <= PREVIEW_CHARACTERS ? text : `${characters.slice(0, PREVIEW_CHARACTERS).join('')}…`
}
