import type { Message } from '../idea/message.ts'
import { hasOwn, isObject, isPrototypeName } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'

type StateMessage = Message & { readonly type: 'state' }

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
 * A copy of `value` with `next` at the path. Missing objects on the way are created, a scalar in the way gives place to
 * one, a list takes an existing index or the next free one. Undefined where the path cannot be written: a name of a
 * prototype, or a list without such an index.
 */
export function setPath(value: Json, segments: readonly string[], next: Json): Json | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return next
  if (isPrototypeName(segment)) return undefined
  if (Array.isArray(value)) {
    const index = INDEX.test(segment) ? Number(segment) : Number.NaN
    if (!(index <= value.length)) return undefined
    const item = setPath((value[index] ?? null) as Json, rest, next)
    return item === undefined ? undefined : [...value.slice(0, index), item, ...value.slice(index + 1)]
  }
  const own = isObject(value) ? value : {}
  const inner = setPath(hasOwn(own, segment) ? (own[segment] ?? null) : null, rest, next)
  return inner === undefined ? undefined : { ...own, [segment]: inner }
}

/** The state that a context holds (PROTOCOL.md §1): its `state` Messages merged, objects by key, later ones winning. */
export const readState = (context: readonly Message[]): JsonObject =>
  context.reduce<JsonObject>((state, message) => {
    if (message.type !== 'state' || !isObject(message.state)) return state
    return mergeObjects(state, message.state)
  }, {})

export const hasState = (context: readonly Message[]): boolean => context.some(({ type }) => type === 'state')

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

/**
 * The context with `state` as the current value of one world: its first `state` Message holds the whole value, others
 * of that world hold none. `undefined` is the shared world. Appends a Message where the world has none.
 */
export function withState(context: readonly Message[], state: JsonObject, instance?: string): readonly Message[] {
  const isOwn = (message: Message): message is StateMessage =>
    message.type === 'state' && message._instance === instance
  const first = context.find(isOwn)
  if (first === undefined) {
    return [...context, { type: 'state', state, ...(instance !== undefined && { _instance: instance }) }]
  }
  return context.map((message) => {
    if (!isOwn(message)) return message
    const { state: _before, ...rest } = message
    return message === first ? { ...rest, state } : rest
  })
}
