import type { Message } from '../idea/message.ts'
import type { EventData } from '../journal/events.ts'
import { applyImports } from '../request/imports.ts'
import { instancesOf } from '../request/instance.ts'
import { mergeObjects, withSharedList } from '../request/state.ts'
import { isObject, type JsonObject, type Sha256 } from '../schema/json.ts'
import { isSameJson } from '../schema/same-json.ts'
import { countUpTo } from './history.ts'
import { newestWrites, withWrites } from './loop-state.ts'
import { loopOf } from './span-path.ts'
import { callInstance, type TraceLog } from './trace-log.ts'

/** The context of an Idea that the Run pinned, by its hash; undefined while it is not loaded. */
export type PinnedContext = (hash: Sha256) => readonly Message[] | undefined

/** What a Loop's Idea is pinned as, and what entered it as a Module; undefined before it began. */
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

/** A Loop's states from one beginning on: `states[n]` stands after its first `n` writes. */
interface Folded {
  readonly own: readonly Message[] | undefined
  readonly from: JsonObject | undefined
  readonly states: JsonObject[]
}
/** By a log's list of events, which stays the same while it grows, and a Loop with the instance. */
const known = new WeakMap<TraceLog['events'], Map<string, Folded>>()

/**
 * A Loop's state after event `seq`: what its Idea begins with, the snapshot that its imports brought from the caller's
 * state at entry (PROTOCOL.md §6.2), and what Calls wrote since. With `instance` as a Call of that one sees it (§8). The
 * same state is the same object, but for an instance's.
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

/** The instances of a Loop that have a state of their own after event `seq`, in order of appearance. */
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

/** What one world alone holds. */
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

/** An instance's state is made anew each time it is asked for. */
const isSame = (one: JsonObject | undefined, other: JsonObject | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSameJson(one, other))

/** What the caller's Loop held when a Module was entered, for the instance it was called for; undefined where nothing of it came along. */
const callersState = (
  log: TraceLog,
  loop: string,
  { entered, seq }: LoopStart,
  contextOf: PinnedContext,
): JsonObject | undefined =>
  entered?.imports.some((name) => name.startsWith('state'))
    ? wholeState(log, loopOf(loop), seq, contextOf, callInstance(log, loop))
    : undefined

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
