import type { LoadedIdea, Config } from '../../idea/idea.ts'
import type { Breakpoint } from '../../journal/events.ts'
import type { Run } from '../../journal/run-types.ts'
import type { Json } from '../../schema/json.ts'
import type { DecisionInput, OpenApproval } from '../approval/approval-types.ts'
import type { StepMode } from '../approval/breakpoints.ts'
import type { AgainAnswer, AskAgainOptions } from './fork/ask-again.ts'
import type { ExtractOptions } from './fork/extract.ts'
import type { Lifted, LiftOptions } from './fork/lift.ts'
import type { BlastRadius } from './fork/blast-radius.ts'
import type { ForkOptions } from './fork/fork.ts'
import type { ReplayReport } from './replay.ts'

/**
 * The body of `POST /api/runs` (docs/contract/api.md): an Idea by name or address, and overrides of its config for this
 * Run.
 */
export interface StartRun {
  readonly idea: string
  readonly input?: Json
  readonly model?: string
  readonly profile?: string
  readonly config?: Config
  /** Replacements for an Idea's content in this Run, by address: a variant of an experiment. */
  readonly ideas?: { readonly [address: string]: Json }
  readonly continues?: string
  readonly idempotencyKey?: string
  /** The caller's W3C Trace Context; not part of the key's identity. */
  readonly traceparent?: string
  readonly breakpoints?: readonly Breakpoint[]
  /** Under the simulated model, Calls that change something run without asking a person. No other model is affected. */
  readonly allowEffects?: boolean
}

/**
 * Runs, from start to end, and operations on their records. Every method throws EnsembleError `run.unknown` for a
 * missing run.
 */
export interface Executor {
  /**
   * Journals `run.created`, then continues in the background. Same idempotency key: same run, `created: false`. Throws
   * EnsembleError `idea.invalid`, `run.conflict`.
   */
  start(options: StartRun): Promise<{ readonly id: string; readonly created: boolean }>
  /** Resolves once the Run has ended in this process, or waits for a person; what it ended with is not read. */
  stands(run: string): Promise<void>
  /** The Run once it is finished or waits. */
  settled(run: string): Promise<Run>
  cancel(run: string, by: string): Promise<void>
  /** Deletes a Run with its record; one that waits stops waiting. False if there is none. */
  remove(run: string): Promise<boolean>
  /** Resumes a Run found unfinished in the Journal. */
  resume(run: string, why: string): Promise<void>
  /** The same executor with every answer read from the record; no effect runs. */
  replay(run: string, options?: { readonly ideas?: 'recorded' | 'current' }): Promise<ReplayReport>
  /** A new Run with its own chain that keeps everything an edit leaves unchanged. Throws EnsembleError `fork.*`. */
  fork(run: string, options: ForkOptions): Promise<{ readonly id: string }>
  /** A preview of `fork`: the kept parts, and those that run again. */
  blastRadius(run: string, options: ForkOptions): Promise<BlastRadius>
  /**
   * A recorded Module as its own Idea, with its input and imports in its context. Throws EnsembleError `extract.span`.
   */
  extractIdea(run: string, span: string): Promise<Pick<LoadedIdea, 'idea' | 'tools'>>
  /** Sibling Calls as an Idea, and the Tool that replaces them. Throws EnsembleError `extract.calls`. */
  liftCalls(run: string, options: LiftOptions): Promise<Lifted>
  /** A Run of that Idea, once it is there, which keeps what is recorded of the Module. Throws EnsembleError `extract.span`. */
  extract(run: string, options: ExtractOptions): Promise<{ readonly id: string }>
  /** One more answer to a recorded Request, with edits; nothing is executed or journaled. Throws EnsembleError `request.unknown`. */
  askAgain(run: string, options: AskAgainOptions): Promise<AgainAnswer>
  /** The Calls that wait for a person, over all live Runs. */
  approvals(): readonly OpenApproval[]
  /**
   * A person's decision on a Call. Throws EnsembleError `approval.unknown`, `arguments.changed`, `approval.invalid`
   * (`errors`), `approval.decided`.
   */
  decide(run: string, callId: string, decision: DecisionInput): Promise<void>
  /** Where a live Run stops from now on. */
  setBreakpoints(run: string, breakpoints: readonly Breakpoint[]): Promise<void>
  /** Continues the Calls at a breakpoint, up to the next stop of `mode`. */
  step(run: string, mode: StepMode): Promise<void>
  /** No new runs; live ones stop where they are, for a later `resume`. */
  drain(): Promise<void>
}
