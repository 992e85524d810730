/** `@ensemble/core/journal`: the events of a Run, their schemas, and what they add up to. */
export { EVENT_SCHEMAS } from './journal/event-schema.ts'
export type {
  BodyRef,
  Breakpoint,
  EventData,
  EventType,
  LiveEvent,
  NewEvent,
  Stored,
  StreamEvent,
} from './journal/events.ts'
export { EVENT_TYPES } from './journal/events.ts'
export { foldRun, hasEnded, isEnd, NO_USAGE } from './journal/fold-run.ts'
export type { Lease, RunQuery, RunStart, Signal } from './journal/journal.ts'
export type {
  Annotation,
  FailedCall,
  RunError,
  RunScore,
  RunStatus,
  Usage,
  Waited,
  Waiting,
} from './journal/run-types.ts'
