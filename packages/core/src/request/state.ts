import { hasOwn, isObject, isPrototypeName } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'

const INDEX = /^(?:0|[1-9]\d*)$/u

/** The value a path leads to, over own properties and existing items; undefined where it leads nowhere. */
export function getPath(value: Json, segments: readonly string[]): Json | undefined {
  let current: Json | undefined = value
  for (const segment of segments) {
    if (isPrototypeName(segment)) return undefined
    if (Array.isArray(current))
      current = INDEX.test(segment) ? (current[Number(segment)] as Json | undefined) : undefined
    else if (isObject(current) && hasOwn(current, segment)) current = current[segment]
    else return undefined
  }
  return current
}

/**
 * A copy of `value` with `next` at the path, creating objects. Undefined if unwritable: through a scalar, past a list's
 * end, or into a prototype.
 */
export const setPath = (value: Json, segments: readonly string[], next: Json): Json | undefined =>
  put(value, segments, next, false)

/** The state with one more value. A Call of the same turn may have blocked the checked path since; it gives way. */
export function writeInto(state: JsonObject, segments: readonly string[], value: Json): JsonObject {
  const written = put(state, segments, value, true)
  return isObject(written) ? written : state
}

function put(value: Json, segments: readonly string[], next: Json, givesWay: boolean): Json | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return next
  if (isPrototypeName(segment)) return undefined
  if (Array.isArray(value)) {
    const index = INDEX.test(segment) ? Number(segment) : Number.NaN
    if (!(index <= value.length)) return givesWay ? put(null, segments, next, true) : undefined
    const item = put((value[index] ?? null) as Json, rest, next, givesWay)
    return item === undefined ? undefined : [...value.slice(0, index), item, ...value.slice(index + 1)]
  }
  if (value !== null && !isObject(value) && !givesWay) return undefined
  const own = isObject(value) ? value : {}
  const inner = put(hasOwn(own, segment) ? (own[segment] ?? null) : null, rest, next, givesWay)
  return inner === undefined ? undefined : { ...own, [segment]: inner }
}

/** An instance's state, writable at a path: a list of the shared state on the way becomes the instance's own. */
export function withSharedList(own: JsonObject, shared: JsonObject, segments: readonly string[]): JsonObject {
  for (let end = 1; end < segments.length; end++) {
    const way = segments.slice(0, end)
    const [mine, list] = [getPath(own, way), getPath(shared, way)]
    // Its own values take precedence.
    if (mine !== undefined && !(isObject(mine) && isObject(list))) return own
    if (!Array.isArray(list)) continue
    const next = setPath(own, way, list)
    return isObject(next) ? next : own
  }
  return own
}

/** Objects merge by key, anything else is replaced; names of prototypes are left out. */
export function mergeObjects(under: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    if (isPrototypeName(key)) continue
    const before = hasOwn(under, key) ? under[key] : undefined
    merged[key] = isObject(before) && isObject(value) ? mergeObjects(before, value) : value
  }
  return merged
}

/** The same of any two values; the earlier one where there is no later. */
export const mergeValues = (earlier: Json | undefined, later: Json | undefined): Json =>
  isObject(earlier) && isObject(later) ? mergeObjects(earlier, later) : (later ?? earlier ?? null)
