import type { Message } from '../idea/message.ts'
import type { EventData } from '../journal/events.ts'
import { applyImports } from '../request/imports.ts'
import { mergeObjects } from '../request/state.ts'
import { isObject, type JsonObject, type Sha256 } from '../schema/json.ts'
import { countUpTo } from './history.ts'
import { withWrites } from './loop-state.ts'
import { loopOf } from './span-path.ts'
import type { TraceLog } from './trace-log.ts'

/** The context of an Idea that the Run pinned, by its hash; undefined while it is not loaded. */
export type PinnedContext = (hash: Sha256) => readonly Message[] | undefined

/** What a Loop's Idea is pinned as, and what entered it as a Module; undefined before it began. */
export interface LoopStart {
  readonly hash: Sha256
  readonly entered?: EventData['module.entered']
  readonly seq: number
}

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

/**
 * A Loop's state after event `seq`: what its Idea begins with, the snapshot that its imports brought from the caller's
 * state at entry (PROTOCOL.md §6.2), and what Calls wrote since.
 */
export const wholeState = (log: TraceLog, loop: string, seq: number, contextOf: PinnedContext): JsonObject => {
  const start = loopStart(log, loop)
  const begun =
    start === undefined ? {} : mergeObjects(ownState(contextOf(start.hash)), imported(log, loop, start, contextOf))
  const writes = log.states.get(loop)?.writes ?? []
  const seqs = writes.map((write) => write.seq)
  return withWrites(begun, writes.slice(0, countUpTo(seqs, seq)))
}

const imported = (log: TraceLog, loop: string, { entered, seq }: LoopStart, contextOf: PinnedContext): JsonObject => {
  if (entered === undefined || !entered.imports.some((name) => name.startsWith('state'))) return {}
  const state = wholeState(log, loopOf(loop), seq, contextOf)
  return ownState(applyImports([{ type: 'state', state }], entered.imports, { state }).context)
}

const ownState = (context: readonly Message[] = []): JsonObject =>
  context.reduce<JsonObject>(
    (state, message) =>
      message.type === 'state' && isObject(message.state) ? mergeObjects(state, message.state) : state,
    {},
  )
