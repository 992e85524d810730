import type { JournalEvent } from '../journal/events.ts'
import { hasOwn, isObject, isPrototypeName, type Json, type JsonObject } from '../schema/json.ts'
import { History } from './history.ts'
import { loopOf } from './span-path.ts'

/** What Calls wrote into each Loop's state, by the Loop's span. A large value stands as `{ $body, bytes }`. */
export type LoopStates = Map<string, History<JsonObject>>

export const foldState = (states: LoopStates, event: JournalEvent): void => {
  if (event.type !== 'state.written') return
  const loop = loopOf(event.span)
  const history = states.get(loop) ?? new History<JsonObject>()
  states.set(loop, history)
  let state: Json = history.latest ?? {}
  // A BodyRef is JSON too: `{ $body, bytes }` stands in the state until someone asks for the bytes.
  for (const path of statePaths(event.data.ref)) state = written(state, path, event.data.after as unknown as Json)
  if (isObject(state)) history.set(event.seq, state)
}

/** `†state.a.b` → `[['a', 'b']]`; `†x && †y` writes to both. */
export const statePaths = (ref: string): readonly (readonly string[])[] =>
  ref
    .split('&&')
    .map((path) => path.trim().replace(/^†/, '').split('.'))
    .filter((segments) => segments[0] === 'state' && !segments.some(isPrototypeName))
    .map((segments) => segments.slice(1))

const written = (value: Json | undefined, path: readonly string[], after: Json): Json => {
  const [segment, ...rest] = path
  if (segment === undefined) return after
  if (Array.isArray(value) && /^\d+$/.test(segment)) {
    const items = [...value]
    items[Number(segment)] = written(items[Number(segment)], rest, after)
    return items
  }
  const object = isObject(value) ? value : {}
  return { ...object, [segment]: written(hasOwn(object, segment) ? object[segment] : undefined, rest, after) }
}
