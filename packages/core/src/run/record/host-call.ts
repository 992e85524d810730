import type { CallMeta } from '../../call/judged-call.ts'
import type { JsonObject } from '../../schema/json.ts'

/** A Call for its host, before it is recorded: a copy. */
export interface HostCall {
  readonly run: string
  /** Its place in the Run: `request/0/call/1`. */
  readonly span: string
  /** The address of the Idea that calls. */
  readonly idea: string
  readonly tool: string
  /** As the model wrote them: references are still `†…` strings. */
  readonly parameters: JsonObject
  /** Fixed ones, and those that the model chose. */
  readonly meta: CallMeta
  readonly reasoning?: string
}

/** Meta fields that a host adds to a Call, or puts in the place of the model's. */
export interface HostMeta {
  /** A registered Activity, or `""` for the model's own `_output`. */
  readonly _activity?: string
  readonly _module?: string
  readonly _imports?: readonly string[]
  readonly _outputPath?: string
  readonly _instance?: string
  /** A person confirms this Call, whatever its Tool says. */
  readonly _approval?: 'required'
  /** After a crash in the middle of it this Call waits for a person, whatever its Tool says. */
  readonly _idempotent?: false
}

/**
 * The host's part in a Call (docs/contract/protocol.md#composition): its result is recorded; an error refuses the Call.
 */
export type OnCall = (call: HostCall) => HostMeta | undefined | Promise<HostMeta | undefined>
