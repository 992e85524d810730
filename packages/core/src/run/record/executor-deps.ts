import type { RegisteredActivity } from '../../activity/activity.ts'
import type { Profile } from '../../idea/bindings.ts'
import type { Config, LoadedIdea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ModelLimits } from '../../model/limits.ts'
import type { ModelSource, ModelUsage, RateLimits } from '../../model/model.ts'
import type { Json, JsonObject, Sha256 } from '../../schema/json.ts'
import type { Rest } from '../../schema/rest.ts'
import type { Validator } from '../../schema/validator.ts'
import type { OnCall } from './host-call.ts'

/** Finds Ideas. `from` is the address of the referring Idea, for relative paths. Throws EnsembleError `module.unresolved` or `idea.invalid`. */
export interface IdeaSource {
  resolve(address: string, from?: string): Promise<LoadedIdea>
  /** The targets of `tool://NAME` in an Idea of the workspace; without it, an edited Idea uses its file's. */
  sharedTools?(): Promise<{ readonly [name: string]: JsonObject }>
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

/** A Call for which a result may be pinned. */
export interface PinQuestion {
  /** The Run's profile: the provider keeps pins out of `production`. */
  readonly profile: string
  /** The address of the Idea that calls. */
  readonly idea: string
  readonly tool: string
  readonly parameters: JsonObject
}

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
  /** A model's limits; a question that can't fit them is not sent. Undefined where they aren't known. */
  readonly limitsOf?: (model: string) => ModelLimits | undefined
  /** Model calls at a time, by the `slots` of a Model, or its `endpoint` where it names none; 8 where this is absent. */
  readonly concurrency?: (slots: string) => number
  /** Requests and tokens a minute, by the same name; no limit where absent. */
  readonly rate?: (slots: string) => RateLimits | undefined
  /** Workspace config, merged under the profile's and the Idea's. */
  readonly config?: Config
  /** Milliseconds that an approval waits before it is refused; for ever where absent. */
  readonly approvalsExpireAfter?: () => number | undefined
  /** Milliseconds after which a Run that waits for a person leaves memory; a decision or a cancel brings it back. It stays where absent. */
  readonly leavesAfterMs?: number
  /** A result that replaces a Call's own during design; nothing runs for it. */
  readonly pinned?: (call: PinQuestion) => { readonly result: Json } | undefined
  /** Adds or fixes a Call's meta fields, or refuses it by throwing; recorded, so that a replay never calls it. */
  readonly onCall?: OnCall
  readonly engine: string
  /** Called when the Journal refused a fact: the Run stalls until it is resumed. */
  readonly onBroken?: (run: string, error: unknown) => void
  /** Told what a Run ends with where it completes in this process, before that is durable. */
  readonly onOutput?: (run: string, output: Json, messages: readonly Message[]) => void
}
