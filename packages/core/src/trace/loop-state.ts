import { parentOf } from '../journal/parent-of.ts'
import { writeInto } from '../request/state.ts'
import { isPrototypeName, type Json, type JsonObject } from '../schema/json.ts'
import { History } from './history.ts'
import { loopOf, ordinalOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/** One value that a Call wrote. A large one is `{ $body, bytes }`. */
export interface StateWrite {
  readonly seq: number
  readonly path: readonly string[]
  readonly after: Json
  /** Number of the Call that wrote it, in the turn that began with write number `begins`; the highest of that turn so far. */
  readonly call: number
  readonly begins: number
  readonly highest: number
}

/** The Calls' writes into one world of a Loop's state, in order and folded. */
export interface LoopState {
  readonly writes: StateWrite[]
  /** `seq` of each of them. */
  readonly seqs: number[]
  readonly history: History<JsonObject>
  /** The Request that wrote last, and the number of its first write. */
  request: string
  begins: number
}

const createWorld = (): LoopState => ({ writes: [], seqs: [], history: new History(), request: '', begins: 0 })

/** By the Loop's span and, in it, by instance: undefined is the world that all share (docs/contract/protocol.md#instances). */
export type LoopStates = Map<string, Map<string | undefined, LoopState>>

/** `instance` is the one of the Call that the event is about. */
export const foldState = (states: LoopStates, event: TraceEvent, instance: string | undefined): void => {
  if (event.type !== 'state.written') return
  const loop = loopOf(event.span)
  const worlds = states.get(loop) ?? new Map<string | undefined, LoopState>()
  states.set(loop, worlds)
  const state = worlds.get(instance) ?? createWorld()
  worlds.set(instance, state)
  // A BodyRef is JSON too: the state holds it until a reader asks for the bytes.
  const after = event.data.after as unknown as Json
  const request = parentOf(event.span) ?? ''
  const call = ordinalOf(event.span)
  if (state.request !== request) state.begins = state.writes.length
  state.request = request
  for (const path of statePaths(event.data.ref)) {
    const { writes, seqs, begins, history } = state
    const before = begins < writes.length ? (writes.at(-1)?.highest ?? call) : call
    writes.push({ seq: event.seq, path, after, call, begins, highest: Math.max(before, call) })
    seqs.push(event.seq)
    const newest = newestWrites(writes, writes.length - 1)
    const from = newest.length === 1 ? history.latest : history.at((seqs[begins] ?? 1) - 1)
    history.set(event.seq, withWrites(from ?? {}, newest))
  }
}

/**
 * The writes behind the state after number `at`: one alone, or its turn's in the order of Calls
 * (docs/contract/protocol.md#state).
 */
export const newestWrites = (writes: readonly StateWrite[], at: number): readonly StateWrite[] => {
  const newest = writes[at]
  if (newest === undefined) return []
  if (newest.highest <= newest.call) return [newest]
  const turn = writes.slice(newest.begins, at + 1)
  return turn.some(({ call, path }) => call > newest.call && overlap(path, newest.path))
    ? turn.toSorted((one, other) => one.call - other.call)
    : [newest]
}

/** Whether one path leads to the other or through it. */
export const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).every((segment, index) => segment === other[index])

/** A state after some writes. */
export const withWrites = (state: JsonObject, writes: readonly StateWrite[]): JsonObject =>
  writes.reduce<JsonObject>((before, { path, after }) => writeInto(before, path, after), state)

/** `†state.a.b` → `[['a', 'b']]`; `†x && †y` writes to both. */
export const statePaths = (ref: string): readonly (readonly string[])[] =>
  ref
    .split('&&')
    .map((path) => path.trim().replace(/^†/, '').split('.'))
    .filter((segments) => segments[0] === 'state' && !segments.some(isPrototypeName))
    .map((segments) => segments.slice(1))
