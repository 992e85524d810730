import type { AgainAnswer, AskAgainOptions } from './fork/ask-again.ts'
import type { ExtractOptions } from './fork/extract.ts'
import type { StepMode } from './approval/breakpoints.ts'
import type { BlastRadius, ForkOptions } from './fork/fork.ts'
import type { PinQuestion } from './pinned.ts'
import type { Profile } from '../idea/bindings.ts'
import type { RegisteredActivity } from '../activity/activity.ts'
import type { Config, LoadedIdea } from '../idea/idea.ts'
import type { Message } from '../idea/message.ts'
import type { Breakpoint } from '../journal/events.ts'
import type { Journal } from '../journal/journal.ts'
import type { Run } from '../journal/run-types.ts'
import type { ModelSource, ModelUsage } from '../model/model.ts'
import type { Json, JsonObject, Pointer, Sha256 } from '../schema/json.ts'
import type { Rest } from '../schema/rest.ts'
import type { Validator } from '../schema/validator.ts'

/** Finds Ideas. `from` is the address of the referring Idea, for relative paths. Throws EnsembleError `module.unresolved` or `idea.invalid`. */
export interface IdeaSource {
  resolve(address: string, from?: string): Promise<LoadedIdea>
}

/** Files that Activities make, by the sha256 of their bytes. */
export interface ArtifactStore {
  /** Durable when it resolves. */
  put(bytes: Uint8Array): Promise<Sha256>
  get(hash: Sha256): Promise<Uint8Array | undefined>
}

/** The time of a host, injected so that a replay and a simulation have their own. */
export interface Clock {
  /** Milliseconds since the epoch, by the machine's clock, which somebody may put forward or back. */
  now(): number
  /** Whole milliseconds since some moment, for durations: only ever grows, whatever is done to the machine's clock. */
  elapsed(): number
  /** Calls `act` once, after `ms`; gives the function that takes it back. */
  after(ms: number, act: () => void): () => void
  /** Resolves after `ms`, rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export type { BlastRadius, ForkOptions } from './fork/fork.ts'

/** Everything the executor needs from outside (ARCHITECTURE.md, functional core). */
export interface ExecutorDeps {
  readonly journal: Journal
  readonly models: ModelSource
  readonly ideas: IdeaSource
  readonly activity: (name: string) => RegisteredActivity | undefined
  readonly profile: (name: string) => Profile
  /** The profile of a Run that names none. */
  readonly defaultProfile: string
  readonly validator: Validator
  readonly clock: Clock
  /** Taken between the steps of work on a large Call, result or answer; none where absent. */
  readonly rest?: Rest
  readonly newId: () => string
  readonly artifacts: ArtifactStore
  /** USD for one Request by the user's price table; null where no price is known. */
  readonly costOf?: (usage: ModelUsage, model: string) => number | null
  /** Model calls at a time, by endpoint; 8 where this is absent. */
  readonly concurrency?: (endpoint: string) => number
  /** Workspace config, merged under the profile's and the Idea's. */
  readonly config?: Config
  /** Milliseconds that an approval waits before it is refused; for ever where absent. */
  readonly approvalsExpireAfter?: () => number | undefined
  /** A result that stands in the place of a Call's own while an Idea is designed; nothing runs for it. */
  readonly pinned?: (call: PinQuestion) => { readonly result: Json } | undefined
  readonly engine: string
  /** Told where the Journal refused a fact: the Run stands where it is until it is resumed. */
  readonly onBroken?: (run: string, error: unknown) => void
  /** Told what a Run ends with where it completes in this process, before that is durable. */
  readonly onOutput?: (run: string, output: Json, messages: readonly Message[]) => void
}

/** What `POST /api/runs` takes (API.md): an Idea by name or address, and what differs from its own config for this Run alone. */
export interface StartRun {
  readonly idea: string
  readonly input?: Json
  readonly model?: string
  readonly profile?: string
  readonly config?: Config
  /** Content that stands in the place of an Idea's own for this Run alone, by address: a variant of an experiment. */
  readonly ideas?: { readonly [address: string]: Json }
  readonly continues?: string
  readonly idempotencyKey?: string
  /** The caller's W3C Trace Context; no part of what the key stands for. */
  readonly traceparent?: string
  readonly breakpoints?: readonly Breakpoint[]
}

/** Whether a replay came to the same facts; else the first that differs, by key, and by `path` inside its data. */
export type ReplayReport =
  | { readonly identical: true }
  | {
      readonly identical: false
      readonly divergence: {
        readonly key: string
        readonly seq: number | null
        readonly path: Pointer
        readonly expected: Json
        readonly actual: Json
      }
    }

/** A Call that waits for a person, as lists show it. */
export interface OpenApproval {
  readonly run: string
  readonly callId: string
  readonly span: string
  readonly why: 'approval' | 'breakpoint' | 'decision' | 'activity'
  readonly tool: string
  /** Addresses of the Ideas on the way to the Call: the Run's first, the one that makes it last. */
  readonly callers: readonly string[]
  readonly hash: Sha256
  readonly parameters: JsonObject
  readonly reasoning?: string
  readonly since: string
  readonly expiresAt?: string
  /** What an Activity that asks says about it. */
  readonly reason?: string
}

/** A person's decision on a Call (API.md, approvals). With `hash` it holds only for the arguments that were shown. */
export interface DecisionInput {
  readonly decision: 'approve' | 'edit' | 'answer' | 'refuse'
  readonly hash?: Sha256
  /** `edit`: the complete new parameters. */
  readonly call?: JsonObject
  /** `answer`: the result. */
  readonly result?: Json
  readonly reason?: string
  readonly by: string
}

/** Runs, from their start to their end, and what is done with a record of one. Every method throws EnsembleError `run.unknown` for a run that is not there. */
export interface Executor {
  /** Journals `run.created`, then goes on in the background. Same idempotency key: same run, `created: false`. Throws EnsembleError `idea.invalid`, `run.conflict`. */
  start(options: StartRun): Promise<{ readonly id: string; readonly created: boolean }>
  /** Resolves once the Run has ended in this process, or waits for a person; what it ended with is not read. */
  stands(run: string): Promise<void>
  /** The Run once it stands. */
  settled(run: string): Promise<Run>
  cancel(run: string, by: string): Promise<void>
  /** Goes on with a Run found unfinished in the Journal. */
  resume(run: string, why: string): Promise<void>
  /** The same executor with every answer read from the record; no effect runs. */
  replay(run: string, options?: { readonly ideas?: 'recorded' | 'current' }): Promise<ReplayReport>
  /** A new Run with a chain of its own that keeps what an edit leaves unchanged. Throws EnsembleError `fork.*`. */
  fork(run: string, options: ForkOptions): Promise<{ readonly id: string }>
  /** What `fork` would keep and what would run again, before anything runs. */
  blastRadius(run: string, options: ForkOptions): Promise<BlastRadius>
  /** A recorded Module as an Idea of its own, with its input and imports in its context. Throws EnsembleError `extract.span`. */
  extractIdea(run: string, span: string): Promise<Pick<LoadedIdea, 'idea' | 'tools'>>
  /** A Run of that Idea, once it is there, which keeps what is recorded of the Module. Throws EnsembleError `extract.span`. */
  extract(run: string, options: ExtractOptions): Promise<{ readonly id: string }>
  /** One more answer to a recorded Request, with edits; nothing is executed or journaled. Throws EnsembleError `request.unknown`. */
  askAgain(run: string, options: AskAgainOptions): Promise<AgainAnswer>
  /** The Calls that wait for a person, over all live Runs. */
  approvals(): readonly OpenApproval[]
  /**
   * A person's decision on a Call. Throws EnsembleError `approval.unknown`, `arguments.changed` where `hash` is not what
   * is shown now, `approval.invalid` (with `errors`) for an edit or answer that does not fit, `approval.decided`.
   */
  decide(run: string, callId: string, decision: DecisionInput): Promise<void>
  /** Where a live Run stops from now on. */
  setBreakpoints(run: string, breakpoints: readonly Breakpoint[]): Promise<void>
  /** Lets the Calls that stand at a breakpoint go on, up to the next stop that `mode` asks for. */
  step(run: string, mode: StepMode): Promise<void>
  /** No new runs; live ones stop where they are, for a later `resume`. */
  drain(): Promise<void>
}
