import type { JsonObject } from '../schema/json.ts'
import type { Tool } from '../tool/tool.ts'

/** A file an Activity produced, as a result holds it (docs/contract/api.md#shapes). */
export interface Artifact extends JsonObject {
  readonly $artifact: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * An Activity's context besides its Call (docs/contract/protocol.md#activities). Destructure it or pass it whole: a
 * spread copies only some members.
 */
export interface ActivityContext {
  readonly tool: Tool
  /** The imports of `_imports`: `input`, `state`, `data` by kind, `text`; a read-only snapshot. */
  readonly imports: JsonObject
  /** The caller's state as the Call may see it; a read-only snapshot. */
  readonly state: JsonObject
  readonly signal: AbortSignal
  readonly log: (text: string, level?: 'debug' | 'info' | 'warn' | 'error') => void
  /** Live only: `done` of `total` in any unit, with a short text. */
  readonly progress: (done: number, total?: number, text?: string) => void
  /** Stores a file and returns what the result should hold. */
  readonly artifact: (fileName: string, bytes: Uint8Array, options: { readonly type: string }) => Promise<Artifact>
  /** Reads an Artifact's bytes back, by the value that a result or parameter holds. */
  readonly readArtifact: (artifact: Artifact) => Promise<Uint8Array>
  /** The same for every attempt at this Call. */
  readonly idempotencyKey: string
  /** Counts from 1, crashed attempts included; only `approved` says whether a person approved. */
  readonly attempt: number
  /** A person approved this Call after its Activity asked (`needsApproval`, or `approval` of its options). */
  readonly approved: boolean
  /** The reason that this person saw: they approved nothing else. Undefined if no one was asked. */
  readonly approvedFor?: string | undefined
  /** The W3C Trace Context of this Call, for the header `traceparent` of what it asks elsewhere. */
  readonly traceparent: string
}

/** The function behind an explicit Tool: gets a Call that fits the Tool's schema, gives its result (docs/contract/protocol.md#activities). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- its type comes from the Tool's schema; checked at run time before the call
export type ActivityFunction<C = any, R = unknown> = (call: C, context: ActivityContext) => R | Promise<R>

/**
 * Options of an Activity: milliseconds per attempt, attempts with a doubling pause, its own thread, replacing a name.
 * `changes`: it changes something outside this process, so a simulated Call waits for a person.
 */
export interface ActivityOptions {
  /** A person confirms each Call before it runs, whatever its Tool says. They are shown this reason. */
  readonly approval?: string
  /** False: after a crash in the middle of a Call a person decides whether it runs again, whatever its Tool says. */
  readonly idempotent?: boolean
  readonly changes?: boolean
  readonly timeoutMs?: number
  readonly retry?: { readonly attempts: number; readonly backoffMs: number }
  readonly worker?: boolean
  readonly replace?: boolean
}

/** An Activity as the registry holds it. */
export interface RegisteredActivity {
  readonly name: string
  readonly run: ActivityFunction
  readonly options: ActivityOptions
  /** sha256 of the code, recorded at `call.started`. */
  readonly hash: string
}

/** Thrown by an Activity that wants a person to confirm first; it runs again from its start as attempt 2. */
export class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval'
}
/** By its name: code of a workspace may have been given a copy of this package that is its own. */
export const isNeedsApproval = (thrown: unknown): thrown is NeedsApproval =>
  thrown instanceof NeedsApproval || (thrown instanceof Error && thrown.name === 'NeedsApproval')

/** `if (!context.approved) throw needsApproval(reason)` asks a person to confirm the Call; the reason is shown to them. */
export const needsApproval = (reason: string): NeedsApproval => new NeedsApproval(reason)
