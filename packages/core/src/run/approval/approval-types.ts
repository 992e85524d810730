import type { Json, JsonObject, Sha256 } from '../../schema/json.ts'

/** A Call that waits for a person, as lists show it. */
export interface OpenApproval {
  readonly run: string
  readonly callId: string
  readonly span: string
  readonly why: 'approval' | 'breakpoint' | 'decision' | 'activity' | 'question'
  readonly tool: string
  /** Addresses of the Ideas on the way to the Call: the Run's first, the one that makes it last. */
  readonly callers: readonly string[]
  readonly hash: Sha256
  /** Its number among those about this Call, from 1. */
  readonly question: number
  readonly parameters: JsonObject
  readonly reasoning?: string
  readonly since: string
  readonly expiresAt?: string
  /** The Activity's own reason for asking. */
  readonly reason?: string
}

/**
 * A person's decision on a Call (docs/contract/api.md, approvals). `hash` binds it to arguments, `question` to one
 * question.
 */
export interface DecisionInput {
  readonly decision: 'approve' | 'edit' | 'answer' | 'refuse'
  readonly hash?: Sha256
  readonly question?: number
  /** `edit`: the complete new parameters. */
  readonly call?: JsonObject
  /** `answer`: the result. */
  readonly result?: Json
  readonly reason?: string
  readonly by: string
}
