import type { EventData } from '../../journal/events.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import type { History } from './history.ts'
import type { Pin } from './pins.ts'

/** One execution of a Run, as far as its record goes. */
export interface Recording {
  readonly id: string
  readonly deps: ExecutorDeps
  readonly created: EventData['run.created']
  readonly history: History
  /** The first resolution of an address pins its content for the rest of the Run (docs/contract/protocol.md#modules). */
  readonly pin: Pin
}
