import type { Message } from '../idea/message.ts'
import type { EventData } from '../journal/events.ts'
import { parentOf } from '../journal/parent-of.ts'
import { applyImports, importedPath } from '../request/imports.ts'
import { instancesOf } from '../request/instance.ts'
import { findReferences } from '../request/reference.ts'
import { getPath, mergeObjects, withSharedList } from '../request/state.ts'
import { isObject, type Json, type JsonObject, type Sha256 } from '../schema/json.ts'
import { isSameJson } from '../schema/same-json.ts'
import { countUpTo } from './history.ts'
import { newestWrites, overlap, withWrites, type StateWrite } from './loop-state.ts'
import { loopOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'
import type { TraceLog } from './log-types.ts'
import { callInstance } from './trace-log.ts'

/** The context of an Idea that the Run pinned, by its hash; undefined while it is not loaded. */
export type PinnedContext = (hash: Sha256) => readonly Message[] | undefined

/** A Loop's pinned Idea, and its entry as a Module; undefined before it began. */
export interface LoopStart {
  readonly hash: Sha256
  readonly entered?: EventData['module.entered']
  readonly seq: number
}

/** Where a Loop began; undefined where its first event has not arrived. `loop` is the span of its Run or Call. */
export const loopStart = (log: TraceLog, loop: string): LoopStart | undefined => {
  const first = log.events[0]
  if (loop === '' && first?.type === 'run.created') {
    const hash = first.data.pins[first.data.idea]
    return hash === undefined ? undefined : { hash, seq: first.seq }
  }
  for (const seq of log.bySpan.get(loop) ?? []) {
    const event = log.events[seq - 1]
    if (event?.type === 'module.entered') return { hash: event.data.hash, entered: event.data, seq }
  }
  return undefined
}

/** A Loop's states since one beginning: `states[n]` is after its first `n` writes. */
interface Folded {
  readonly own: readonly Message[] | undefined
  readonly from: JsonObject | undefined
  readonly states: JsonObject[]
}
/** By a log's list of events, which stays the same while it grows, and a Loop with the instance. */
const known = new WeakMap<TraceLog['events'], Map<string, Folded>>()

/**
 * A Loop's state after event `seq`: its Idea's values, imported snapshot and writes; with `instance`, as that one sees
 * it (docs/contract/protocol.md#instances). Cached except for instances.
 */
export const wholeState = (
  log: TraceLog,
  loop: string,
  seq: number,
  contextOf: PinnedContext,
  instance?: string,
): JsonObject => {
  const shared = worldState(log, loop, seq, contextOf, undefined)
  return instance === undefined ? shared : mergeObjects(shared, worldState(log, loop, seq, contextOf, instance))
}

/** The instances of a Loop that have their own state after event `seq`, in order of appearance. */
export const stateInstances = (
  log: TraceLog,
  loop: string,
  seq: number,
  contextOf: PinnedContext,
): readonly string[] => {
  const start = loopStart(log, loop)
  const context = (start && contextOf(start.hash)) ?? []
  const begun = instancesOf(context.filter(({ type }) => type === 'state'))
  const written = [...(log.states.get(loop) ?? [])].flatMap(([instance, { history }]) =>
    instance !== undefined && history.since <= seq ? [instance] : [],
  )
  return [...new Set([...begun, ...written])]
}

/** One world's own state. */
const worldState = (
  log: TraceLog,
  loop: string,
  seq: number,
  contextOf: PinnedContext,
  instance: string | undefined,
): JsonObject => {
  const { writes = [], seqs = [] } = log.states.get(loop)?.get(instance) ?? {}
  const { states } = foldedOf(log, loop, contextOf, instance)
  const count = countUpTo(seqs, seq)
  for (let at = states.length - 1; at < count; at++) {
    const newest = newestWrites(writes, at)
    let state = states[newest.length === 1 ? at : (writes[at]?.begins ?? at)] ?? {}
    for (const write of newest) {
      const shared = instance === undefined ? {} : worldState(log, loop, write.seq, contextOf, undefined)
      state = withWrites(withSharedList(state, shared, write.path), [write])
    }
    states.push(state)
  }
  return states[count] ?? {}
}

const foldedOf = (log: TraceLog, loop: string, contextOf: PinnedContext, instance: string | undefined): Folded => {
  const start = loopStart(log, loop)
  const own = start === undefined ? undefined : contextOf(start.hash)
  const from = start === undefined ? undefined : callersState(log, loop, start, contextOf)
  const ofLog = known.get(log.events) ?? new Map<string, Folded>()
  known.set(log.events, ofLog)
  const world = JSON.stringify([loop, instance])
  const before = ofLog.get(world)
  if (before !== undefined && before.own === own && isSame(before.from, from)) return before
  const brought = from === undefined || instance !== undefined ? {} : importedOf(from, start?.entered?.imports ?? [])
  const folded: Folded = { own, from, states: [mergeObjects(ownState(own, instance), brought)] }
  ofLog.set(world, folded)
  return folded
}

/** An instance's state is rebuilt for each caller. */
const isSame = (one: JsonObject | undefined, other: JsonObject | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSameJson(one, other))

/** The parent state that a Module's Call saw; undefined if none came along. */
const callersState = (
  log: TraceLog,
  loop: string,
  { entered, seq }: LoopStart,
  contextOf: PinnedContext,
): JsonObject | undefined => {
  if (!entered?.imports.some((name) => name.startsWith('state'))) return undefined
  const caller = loopOf(loop)
  const instance = callInstance(log, loop)
  const began = log.bySpan.get(parentOf(loop) ?? '')?.[0] ?? seq
  const state = wholeState(log, caller, began, contextOf, instance)
  const imported = (entered.awaited ?? []).flatMap((name) => [importedPath(name) ?? []])
  const awaited = [...awaitedPaths(log, loop, state), ...imported]
  if (awaited.length === 0) return state
  const written = [...new Set([undefined, instance])]
    .flatMap((world) => log.states.get(caller)?.get(world)?.writes ?? [])
    .filter((write) => write.seq > began && write.seq < seq)
    .toSorted((one, other) => one.call - other.call)
  const seen = new Set(awaited.flatMap((path) => writersOf(path, written)))
  return withWrites(
    state,
    written.filter(({ call }) => seen.has(call)),
  )
}

/** The Calls that a reader of a path waited for: the first that wrote there, else all that wrote below. */
const writersOf = (path: readonly string[], written: readonly StateWrite[]): readonly number[] => {
  const meeting = written.filter((write) => overlap(path, write.path))
  const first = meeting.find((write) => write.path.length <= path.length)
  return first === undefined ? meeting.map(({ call }) => call) : [first.call]
}

/**
 * State paths that `span`'s Call found missing at its turn's start: it saw others' writes there
 * (docs/contract/protocol.md#state).
 */
const awaitedPaths = (log: TraceLog, span: string, state: JsonObject): readonly (readonly string[])[] => {
  const proposed = (log.bySpan.get(span) ?? []).map((seq) => log.events[seq - 1]).find(isProposed)
  // A BodyRef is JSON too, and holds no reference.
  const parameters = (proposed?.data.parameters ?? {}) as Json
  return findReferences(parameters).flatMap(({ reference: { operator, paths } }) => {
    const missing = paths.filter(({ root, segments }) => root === 'state' && getPath(state, segments) === undefined)
    return operator === 'any' && missing.length < paths.length ? [] : missing.map(({ segments }) => segments)
  })
}

const isProposed = (event: TraceEvent | undefined): event is TraceEvent & { readonly type: 'call.proposed' } =>
  event?.type === 'call.proposed'

const importedOf = (state: JsonObject, imports: readonly string[]): JsonObject =>
  ownState(applyImports([{ type: 'state', state }], imports, { state }).context, undefined)

const ownState = (context: readonly Message[] = [], instance: string | undefined): JsonObject =>
  context.reduce<JsonObject>(
    (state, message) =>
      message.type === 'state' && message._instance === instance && isObject(message.state)
        ? mergeObjects(state, message.state)
        : state,
    {},
  )
