import type { CallError } from '../call/call-error.ts'
import type { Config, Limits, WireName } from '../idea/idea.ts'
import type { Reasoned } from '../idea/message.ts'
import type { ChatMessage, FileKind, ModelUsage } from '../model/model.ts'
import type { Json, JsonObject, Sha256 } from '../schema/json.ts'
import type { Mode } from '../tool/tool.ts'
import type { RunError, Usage, Waiting } from './run-types.ts'

/** A value over 4 KB is in an event as the hash of its JSON bytes; the bodies store has the bytes. */
export interface BodyRef {
  readonly $body: Sha256
  readonly bytes: number
}
/** A field of an event that may be stored apart. In memory, before sealing and after hydrating, it is the value itself. */
export type Stored<T> = T | BodyRef

/** Whether a value is in the bodies store. */
export const isBodyRef = (value: unknown): value is BodyRef =>
  typeof value === 'object' && value !== null && '$body' in value && typeof value.$body === 'string'

/** A kept fact of a fork names where it was recorded first; one that a person wrote is marked. */
export interface Kept {
  readonly source?: { readonly run: string; readonly seq: number }
  readonly edited?: true
}

/** Where a Run stops for a person: before a Call of this Tool, of this Idea; with `on`, after such a Call failed, any Call where neither is named. */
export interface Breakpoint {
  readonly tool?: string
  readonly idea?: string
  readonly on?: 'error'
}

/** The `data` by event type (docs/contract/api.md#journal-events). Durations in milliseconds. */
export interface EventData {
  'run.created': {
    readonly engine: string
    readonly idea: string
    readonly input: Stored<Json>
    readonly model: string
    readonly profile: string
    /** Requested for this Run alone; it overrides the Idea's. */
    readonly config: Config
    /** The workspace's and the profile's layers as they were; the Idea's wins over them. */
    readonly base: Config
    readonly limits: Limits
    readonly seed: string
    /** address → content hash; the content itself is the body of that hash. */
    readonly pins: { readonly [address: string]: Sha256 }
    /** TOOL → activity, `""` latent; chosen once per Run. */
    readonly bindings: { readonly [tool: string]: string }
    /** Name → the Activity behind it; of earlier versions what the profile says now. */
    readonly implementations?: { readonly [activity: string]: string }
    /** Those hold for bound names and a Tool's own name as well; earlier versions swapped behind authored names alone. */
    readonly swapsEvery?: true
    readonly fork?: {
      readonly run: string
      readonly at: number
      readonly reuse: 'unchanged' | 'prefix'
      readonly edit?: Json
      /** The Call of the source whose Module this Run is by itself: what is recorded below it is kept. */
      readonly from?: string
      /** Calls of that Loop, `""` the Run's own, which are all that is kept: they were lifted into this Run's Idea. */
      readonly calls?: readonly string[]
    }
    readonly continues?: string
    /** The caller's W3C Trace Context: the Run's spans join that trace. */
    readonly traceparent?: string
    readonly breakpoints?: readonly Breakpoint[]
    /** A person let the simulated model change things in this Run without asking. */
    readonly allowEffects?: true
    /** Another program recorded it: none of it was asked or run here, so it can be looked at, and not replayed, forked or continued. */
    readonly imported?: { readonly program: string }
  }
  'request.started': {
    readonly idea: string
    readonly turn: number
    readonly model: string
    readonly wire: WireName
    readonly strict: boolean
    /** On the `tools` wire: the output travels through the reserved function. */
    readonly finalOutput?: boolean
    /** Each Call is under its Tool's name. */
    readonly keyed?: boolean
    /** Keywords that stayed in the lowered schema. */
    readonly keywords?: readonly string[]
    /** Where the messages carry files: the kinds that the endpoint takes as parts. */
    readonly files?: readonly FileKind[]
    readonly inputs: Sha256
    readonly schema: Stored<Json>
    readonly messages: Stored<readonly ChatMessage[]>
    /** Each Tool with the way its Calls are executed; `activity` where one runs, `missing` where one is named in vain. */
    readonly tools: readonly {
      readonly name: string
      readonly mode: Mode
      readonly activity?: string
      readonly missing?: string
    }[]
  }
  'request.retried': { readonly attempt: number; readonly code: string; readonly delayMs: number }
  'request.failed': Kept & {
    readonly code: string
    readonly message: string
    readonly raw?: Stored<string>
    readonly usage?: ModelUsage
    /** Another time it may go well. */
    readonly retryable?: true
    readonly ms: number
  }
  'request.completed': Kept & {
    /** The answer as it came: text on `structured`, the assistant message as JSON on `tools`. */
    readonly raw: Stored<string>
    readonly finish: string
    readonly calls: number
    readonly output: Stored<Json>
    /** A reasoning model's thoughts, apart from its answer, for people. */
    readonly reasoning?: Stored<string>
    /** Reasoning that only its model can read; the next turns give it back. */
    readonly reasoned?: Stored<Reasoned>
    /** How the question was asked otherwise than the Config says, a sentence each. */
    readonly notes?: readonly string[]
    readonly usage: ModelUsage
    readonly ms: number
    readonly firstTokenMs: number
    /** Waiting for a slot of the endpoint, before `ms` begins. */
    readonly queueMs: number
    readonly pieces: Stored<readonly (readonly [ms: number, chars: number])[]>
  }
  /** The model's whole answer was refused; it learns so in the next turn. Older recorded Runs lack it. */
  'answer.rejected': { readonly error: CallError }
  'call.proposed': {
    readonly call: string
    readonly tool: string
    readonly parameters: Stored<JsonObject>
    /** Those of the host included. */
    readonly meta: JsonObject
    /** The fields that the host added or replaced. */
    readonly host?: JsonObject
    readonly raw: Stored<string>
    readonly reasoning?: string
    readonly prediction?: Stored<Json>
    /** A person put the parameters in the place of the model's, in a fork. */
    readonly edited?: true
  }
  'call.rejected': {
    readonly call: string
    readonly error: CallError
    /** The model's name and text, if they aren't a Call. */ readonly tool?: string
    readonly raw?: Stored<string>
  }
  'approval.requested': {
    readonly call: string
    readonly why: 'approval' | 'breakpoint' | 'decision' | 'activity' | 'question'
    readonly hash: Sha256
    readonly expiresAt?: string
    readonly reason?: string
  }
  'approval.decided': Kept & {
    readonly call: string
    readonly decision: 'approve' | 'edit' | 'answer' | 'refuse' | 'expire'
    readonly hash: Sha256
    readonly parameters?: Stored<JsonObject>
    readonly result?: Stored<Json>
    readonly reason?: string
    readonly by: string
  }
  'call.started': {
    readonly call: string
    readonly mode: Mode
    readonly activity?: string
    readonly activityHash?: Sha256
    /** A pinned result replaces its own: nothing ran. */
    readonly pinned?: true
    readonly attempt: number
    readonly inputs: Sha256
    readonly resolved: Stored<JsonObject>
  }
  'call.logged': { readonly call: string; readonly level: string; readonly text: string }
  'artifact.created': {
    readonly call: string
    readonly name: string
    readonly type: string
    readonly bytes: number
    readonly sha256: Sha256
  }
  'call.completed': Kept & {
    readonly call: string
    readonly result: Stored<Json>
    readonly ref?: string
    readonly ms: number
  }
  'call.failed': Kept & {
    readonly call: string
    readonly error: CallError
    readonly attempt: number
    readonly ms: number
  }
  'module.entered': {
    readonly call: string
    readonly address: string
    readonly hash: Sha256
    readonly imports: readonly string[]
    /** Those that Calls of the same turn wrote. */
    readonly awaited?: readonly string[]
    readonly passed: readonly { readonly type: string; readonly kind?: string; readonly count: number }[]
    readonly withheld: readonly { readonly type: string; readonly kind?: string; readonly count: number }[]
    /** Further content this Module pins before its first Request: address → hash. */
    readonly pins?: { readonly [address: string]: Sha256 }
  }
  'module.left': { readonly call: string; readonly output: Stored<Json> }
  'state.written': {
    readonly ref: string
    readonly call: string
    readonly before: Sha256 | null
    readonly after: Stored<Json>
  }
  'limit.reached': {
    readonly limit: keyof Limits
    readonly value: number
    readonly max: number
    readonly scope: string
    /** The model that could not be asked because no price is known for it; `limit` is `cost`. */
    readonly unpriced?: string
  }
  'run.waiting': { readonly waitingFor: readonly Waiting[] }
  'run.resumed': { readonly why: string }
  'run.completed': { readonly output: Stored<Json>; readonly usage: Usage }
  'run.failed': { readonly error: RunError; readonly usage: Usage }
  'run.cancelled': { readonly by: string; readonly usage: Usage }
}
/** The types of recorded facts. */
export type EventType = keyof EventData

/** Never recorded, only streamed; `seq` is null. */
export interface LiveData {
  'request.delta': {
    readonly offset: number
    readonly text?: string
    /** A reasoning model's thoughts before its answer; not part of the answer or of `offset`. */
    readonly reasoning?: string
    readonly call?: { readonly index: number; readonly tool?: string; readonly argumentsDelta: string }
  }
  /** A Request waits for its turn at an endpoint; without `before` it waits no longer. */
  'request.queued': {
    /** The endpoint by the name of its slots. */
    readonly endpoint: string
    /** How many Requests are ahead of it. */
    readonly before?: number
    readonly by?: 'concurrency' | 'requests' | 'tokens'
  }
  'call.progress': { readonly call: string; readonly done?: number; readonly total?: number; readonly text?: string }
  /** A Run that was interrupted is read back: so many of its recorded facts so far. */
  'run.reading': { readonly done: number; readonly total: number }
}
export type LiveType = keyof LiveData

/** The executor's input to a Journal; `seq`, `prev` and `v` are set on append. */
export type NewEvent = {
  [T in EventType]: {
    readonly type: T
    readonly key: string
    readonly at: string
    readonly span: string
    readonly parent: string | null
    readonly data: EventData[T]
  }
}[EventType]

/** One recorded fact (docs/contract/api.md#journal-events; docs/contract/protocol.md#the-journal). */
export type JournalEvent = NewEvent & {
  readonly v: 1
  readonly seq: number
  readonly prev: Sha256
  readonly run: string
}

/** Live and unrecorded: `seq` and `prev` are null. */
export type LiveEvent = {
  [T in LiveType]: {
    readonly v: 1
    readonly seq: null
    readonly prev: null
    readonly run: string
    readonly type: T
    readonly key: string
    readonly at: string
    readonly span: string
    readonly parent: string | null
    readonly data: LiveData[T]
  }
}[LiveType]

/** The content of a Run's tail: facts, and live parts between them. */
export type StreamEvent = JournalEvent | LiveEvent

/** Every type of recorded fact, as lists and filters name them. */
export const EVENT_TYPES = [
  'run.created',
  'request.started',
  'request.retried',
  'request.failed',
  'request.completed',
  'answer.rejected',
  'call.proposed',
  'call.rejected',
  'approval.requested',
  'approval.decided',
  'call.started',
  'call.logged',
  'artifact.created',
  'call.completed',
  'call.failed',
  'module.entered',
  'module.left',
  'state.written',
  'limit.reached',
  'run.waiting',
  'run.resumed',
  'run.completed',
  'run.failed',
  'run.cancelled',
] as const satisfies readonly EventType[]

/** Facts decide; marks only tell (docs/contract/protocol.md#the-journal). */
export const isMark = (type: EventType): boolean =>
  type === 'run.waiting' ||
  type === 'run.resumed' ||
  type === 'request.retried' ||
  type === 'answer.rejected' ||
  type === 'call.logged'
