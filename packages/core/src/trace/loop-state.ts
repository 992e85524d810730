import { setPath } from '../request/state.ts'
import { isObject, isPrototypeName, type Json, type JsonObject } from '../schema/json.ts'
import { History } from './history.ts'
import { loopOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/** One value that a Call wrote. A large one stands as `{ $body, bytes }`. */
export interface StateWrite {
  readonly seq: number
  readonly path: readonly string[]
  readonly after: Json
}

/** What Calls wrote into one world of a Loop's state, as they wrote it and folded. */
export interface LoopState {
  readonly writes: StateWrite[]
  /** `seq` of each of them. */
  readonly seqs: number[]
  readonly history: History<JsonObject>
}

/** By the Loop's span and, in it, by instance: undefined is the world that all share (PROTOCOL.md §8). */
export type LoopStates = Map<string, Map<string | undefined, LoopState>>

/** `instance` is the one of the Call that the event is about. */
export const foldState = (states: LoopStates, event: TraceEvent, instance: string | undefined): void => {
  if (event.type !== 'state.written') return
  const loop = loopOf(event.span)
  const worlds = states.get(loop) ?? new Map<string | undefined, LoopState>()
  states.set(loop, worlds)
  const state = worlds.get(instance) ?? { writes: [], seqs: [], history: new History<JsonObject>() }
  worlds.set(instance, state)
  // A BodyRef is JSON too: it stands in the state until someone asks for the bytes.
  const after = event.data.after as unknown as Json
  const writes = statePaths(event.data.ref).map((path): StateWrite => ({ seq: event.seq, path, after }))
  for (const write of writes) {
    state.writes.push(write)
    state.seqs.push(write.seq)
  }
  state.history.set(event.seq, withWrites(state.history.latest ?? {}, writes))
}

/** A state after some writes; one that cannot be made there leaves it as it was. */
export const withWrites = (state: JsonObject, writes: readonly StateWrite[]): JsonObject =>
  writes.reduce<JsonObject>((before, { path, after }) => {
    const next = setPath(before, path, after)
    return isObject(next) ? next : before
  }, state)

/** `†state.a.b` → `[['a', 'b']]`; `†x && †y` writes to both. */
export const statePaths = (ref: string): readonly (readonly string[])[] =>
  ref
    .split('&&')
    .map((path) => path.trim().replace(/^†/, '').split('.'))
    .filter((segments) => segments[0] === 'state' && !segments.some(isPrototypeName))
    .map((segments) => segments.slice(1))
