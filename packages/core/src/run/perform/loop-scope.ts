import type { LoadedIdea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import type { Json } from '../../schema/json.ts'
import type { AttendedLoop } from '../approval/attended-loop.ts'
import type { LoopMemory } from './memory.ts'
import type { ModuleParts } from './module-parts.ts'
import type { RunScope } from './run-scope.ts'

/** One Loop of a Run: the root's or a Module's. */
export interface LoopScope extends AttendedLoop {
  readonly run: RunScope
  /** `""` for the root, else the span of the Call that entered the Module. */
  readonly span: string
  readonly enclosing: LoopScope | undefined
  readonly memory: LoopMemory
  /** Runs the Loop of a Module that a Call enters. */
  readonly enter: RunLoop
}

export interface LoopStart {
  readonly run: RunScope
  readonly span: string
  /** Absent for the root. */
  readonly enclosing?: LoopScope
  /** The Idea with its input and imports in its context. */
  readonly loaded: LoadedIdea
  readonly module?: ModuleParts
}

/** Throws LoopFailed if this Loop cannot continue and RunEnd if the Run cannot. */
export type RunLoop = (start: LoopStart) => Promise<{ readonly output: Json; readonly messages: readonly Message[] }>
