import type { Config, Limits, LoadedIdea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import type { Model } from '../../model/model.ts'
import type { Json } from '../../schema/json.ts'
import type { Budget } from '../limits/budget.ts'
import type { LoopMemory } from '../loop/memory.ts'
import type { ModuleParts } from './module-parts.ts'
import type { Repeats } from '../limits/repeats.ts'
import type { RunScope } from './run-scope.ts'

/** One Loop of a Run: the root's or a Module's. */
export interface LoopScope {
  readonly run: RunScope
  /** `""` for the root, else the span of the Call that entered the Module. */
  readonly span: string
  readonly depth: number
  /** The Loop that entered this one as a Module: charged with what this one spends, and its limits hold here too. */
  readonly enclosing: LoopScope | undefined
  readonly budget: Budget
  readonly address: string
  readonly memory: LoopMemory
  readonly config: Config
  readonly limits: Limits
  readonly model: Model
  /** Runs the Loop of a Module that a Call enters. */
  readonly enter: RunLoop
  readonly repeats: Repeats
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

/** Throws LoopFailed where this Loop cannot go on and RunEnd where the Run cannot. */
export type RunLoop = (start: LoopStart) => Promise<{ readonly output: Json; readonly messages: readonly Message[] }>

/** Addresses of the Ideas whose Loops hold this one, the Run's first; this one's last. */
export const callersOf = ({ enclosing, address }: LoopScope): readonly string[] => [
  ...(enclosing === undefined ? [] : callersOf(enclosing)),
  address,
]
