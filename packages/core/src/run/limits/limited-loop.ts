import type { Config, Limits } from '../../idea/idea.ts'
import type { Model } from '../../model/model.ts'
import type { Recording } from '../record/recording.ts'
import type { Budget } from './budget.ts'
import type { Repeats } from './repeats.ts'

/** One Loop of a Run, as far as its limits go. */
export interface LimitedLoop {
  readonly run: Recording
  readonly depth: number
  /** The Loop that entered this one as a Module: charged with what this one spends, and its limits hold here too. */
  readonly enclosing: LimitedLoop | undefined
  readonly budget: Budget
  readonly config: Config
  readonly limits: Limits
  readonly model: Model
  readonly repeats: Repeats
}
