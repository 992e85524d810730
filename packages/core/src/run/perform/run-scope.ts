import type { LoadedIdea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import type { WireChoice } from '../../model/fallback.ts'
import type { ReferenceView } from '../../request/reference.types.ts'
import { LateMap } from '../../schema/late-map.ts'
import type { AttendedRun } from '../approval/attended-loop.ts'
import type { Budget } from '../limits/budget.ts'
import { createSlots, type Slots } from '../limits/slots.ts'
import type { Wall } from '../limits/wall.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import type { ModuleParts } from './module-parts.ts'
import type { Question } from './question.ts'

/** Facts about endpoints, shared by all Runs of one executor. */
export interface Endpoints {
  readonly slots: Slots
  /** By endpoint and model: what was refused once is not sent again in this process. */
  readonly refusedWires: LateMap<string, readonly WireChoice[]>
}

export const createEndpoints = (deps: ExecutorDeps): Endpoints => ({
  slots: createSlots({
    clock: deps.clock,
    most: (endpoint) => deps.concurrency?.(endpoint) ?? 8,
    rate: (endpoint) => deps.rate?.(endpoint),
  }),
  refusedWires: new LateMap(),
})

/** Who looks into a record while it is replayed. */
export interface Watch {
  /** Told of each Request before its answer is read. */
  readonly onQuestion?: (question: Question) => void
  /** Told of each Loop as it begins. */
  readonly onLoop?: (start: {
    readonly span: string
    readonly loaded: LoadedIdea
    readonly module?: ModuleParts
  }) => void
  /** Told of each Call before it is executed, with what it may see. */
  readonly onCall?: (span: string, seen: { readonly context: readonly Message[]; readonly view: ReferenceView }) => void
}

/** The budget of the whole Run. */
export interface RunLimits {
  readonly budget: Budget
  /** Absent where no time passes: in a replay. */
  readonly wall: Wall | undefined
}

/** The shared parts of one Run's branches: its record, people, endpoints and end. */
export interface RunScope extends AttendedRun {
  /** Aborted with RunEnd or RunStopped when the Run ends. */
  readonly signal: AbortSignal
  readonly limits: RunLimits
  readonly endpoints: Endpoints
  readonly watch: Watch
}
