import type { LiveData } from '../journal/events.ts'
import type { RunStatus } from '../journal/run-types.ts'
import type { JsonObject } from '../schema/json.ts'
import type { Counts } from './counts.ts'
import type { GraphActivity, NodeCounts } from './graph-activity.ts'
import type { LoopStates } from './loop-state.ts'
import type { Span, SpanUsage } from './span.ts'
import type { totalsAt } from './span-totals.ts'
import type { Spans } from './spans.ts'
import type { TraceEvent } from './trace-event.ts'

/** A place on the scrubber worth jumping to. */
export interface TraceMark {
  readonly seq: number
  readonly kind: 'error' | 'wait'
}

/** Spans by the event that made them what they are, ascending. */
export interface Appearances {
  readonly spans: string[]
  readonly seqs: number[]
}

/** How long a span took, in milliseconds: at work, and waiting for a person. */
export interface SpanTime {
  readonly workMs: number
  readonly waitMs: number
}

/** Live and unrecorded: a Request's text so far, a Call's progress, a Run's reading back. */
export interface LiveSpan {
  readonly text: string
  /** A reasoning model's thoughts, apart from its answer. */
  readonly reasoning?: string
  readonly progress?: { readonly done?: number; readonly total?: number; readonly text?: string }
  /** A Request that waits for its turn at an endpoint; the reason is a limit of the endpoint, or the slots. */
  readonly queued?: QueuedAt | undefined
}

/** `before`: the Requests ahead. */
export interface QueuedAt {
  readonly endpoint: string
  readonly before: number
  readonly by?: LiveData['request.queued']['by']
}

/**
 * A Journal and everything derived from it. Mutable: `appendEvent` grows it, `cursorAt` reads it. `events[seq - 1]` is
 * event `seq`.
 */
export interface TraceLog {
  readonly events: TraceEvent[]
  /** Milliseconds since the epoch, ascending; `times[seq - 1]`. */
  readonly times: number[]
  /** Events of each span, by `seq`. */
  readonly bySpan: Map<string, number[]>
  readonly spans: Spans
  readonly activity: GraphActivity
  readonly states: LoopStates
  readonly marks: TraceMark[]
  /** Spans of Requests, and of Loops (the Run and module Calls), in order of appearance. */
  readonly requests: Appearances
  readonly loops: Appearances
  /** `seq` of each Call that began or was refused. */
  readonly calls: number[]
  /** The models that were asked. */
  readonly models: Set<string>
  /** `seq` of each `state.written`. */
  readonly writes: number[]
  readonly live: Map<string, LiveSpan>
  /** `cursorAt` and `spanTime` of this log, for code that reads a log without loading what makes one. */
  at(seq?: number): Cursor
  timeOf(span: Pick<Span, 'id' | 'openedAt' | 'endedAt'>, now: number): SpanTime
}

/**
 * A Run after event `seq`, as a fold of the first `seq` events. Reads are O(log changes); a cursor costs nothing to
 * make.
 */
export interface Cursor {
  readonly seq: number
  /** Milliseconds since the epoch; 0 before the first event. */
  readonly time: number
  readonly status: RunStatus
  span(id: string): Span | undefined
  /** In order of first appearance. */
  spans(): readonly Span[]
  /** The usage of a span and everything below it, by model; and their sum. */
  totals(span: string): ReturnType<typeof totalsAt>
  total(span: string): SpanUsage
  /** By the graph's ids: `idea:NAME`, `activity:NAME`. */
  node(id: string): NodeCounts | undefined
  tool(node: string, tool: string): Counts | undefined
  /** `<from>/<tool>/<to>` */
  edge(id: string): Counts | undefined
  /** The writes into a Loop's state, as Calls without or of an instance see it; `wholeState` adds its beginning. */
  state(loop: string, instance?: string): JsonObject
  /** Loops that have written state. */
  statefulLoops(): readonly string[]
}
