import type { EventData, EventType, LiveEvent } from '../journal/events.ts'

/** A recorded event as far as a Trace reads it: without the links of the chain, which storage alone needs. Every JournalEvent is one. */
export type TraceEvent = {
  [T in EventType]: {
    readonly type: T
    readonly seq: number
    readonly run: string
    readonly at: string
    readonly span: string
    readonly data: EventData[T]
  }
}[EventType]

/** A Trace's input: recorded events, and live parts. */
export type TraceStreamEvent = TraceEvent | LiveEvent
