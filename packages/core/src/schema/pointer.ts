import type { Json, Pointer } from './json.ts'
import { escapePointer, hasOwn, isArray, isObject } from './json.ts'

/** `/a~1b/0` → `['a/b', '0']`; undefined if the text isn't an RFC 6901 pointer. */
export const parsePointer = (pointer: Pointer): readonly string[] | undefined => {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return undefined
  const segments = pointer.slice(1).split('/')
  if (!pointer.includes('~')) return segments
  if (/~(?![01])/.test(pointer)) return undefined
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export const toPointer = (segments: readonly (string | number)[]): Pointer =>
  segments.map((segment) => `/${escapePointer(String(segment))}`).join('')

/** The value a pointer leads to, over own properties and existing items only; undefined where it leads nowhere. */
export const getByPointer = (value: Json, pointer: Pointer): Json | undefined => {
  const segments = parsePointer(pointer)
  if (segments === undefined) return undefined
  let current: Json | undefined = value
  for (const segment of segments) {
    if (isArray(current)) {
      current = /^(?:0|[1-9][0-9]*)$/.test(segment) ? current[Number(segment)] : undefined
    } else if (isObject(current) && hasOwn(current, segment)) current = current[segment]
    else return undefined
  }
  return current
}

/** The place that a reference inside a document names: `#/$defs/a%20b` → `/$defs/a b`; undefined for one that leads out. */
export const pointerOf = (reference: string): Pointer | undefined => {
  if (!reference.startsWith('#')) return undefined
  const fragment = reference.slice(1)
  if (!fragment.includes('%')) return fragment
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The reference to a place inside a document, as `pointerOf` reads it. */
export const referenceTo = (pointer: Pointer): string => `#${pointer.replaceAll('%', '%25')}`

/** The value that a reference inside a document leads to; undefined where it leads out or nowhere. */
export const followReference = (root: Json, reference: string): Json | undefined => {
  const pointer = pointerOf(reference)
  return pointer === undefined ? undefined : getByPointer(root, pointer)
}

/** How people and models name a place: `/notes/3/pitch` → `notes[3].pitch`, the whole value → `""`. */
export const readablePath = (pointer: Pointer): string =>
  (parsePointer(pointer) ?? [pointer]).reduce(
    (path, segment) =>
      /^[0-9]+$/.test(segment) ? `${path}[${segment}]` : path === '' ? segment : `${path}.${segment}`,
    '',
  )
