import type { ProposedCall } from '../../call/judged-call.ts'
import type { EventData } from '../../journal/events.ts'
import type { JsonObject, Sha256 } from '../../schema/json.ts'
import { LateMap } from '../../schema/late-map.ts'

/** Why a Call waits. */
export type Why = EventData['approval.requested']['why']

/** A Call that waits for a person, as approvals are listed and answered. */
export interface PendingApproval {
  readonly key: string
  readonly span: string
  readonly callId: string
  readonly why: Why
  readonly hash: Sha256
  /** Its number among those about this Call, from 1. */
  readonly question: number
  readonly call: ProposedCall
  readonly callers: readonly string[]
  readonly resolved: JsonObject
  readonly since: string
  readonly expiresAt?: string
  /** The Activity's own reason for asking. */
  readonly reason?: string
}

/** The Calls of one Run that wait for a person now, by Call id. */
export class OpenApprovals {
  readonly #open = new LateMap<string, PendingApproval>()
  readonly #watchers = new LateMap<string, readonly ((approval: PendingApproval) => void)[]>()
  readonly #onAdded: (() => void) | undefined

  constructor(onAdded?: () => void) {
    this.#onAdded = onAdded
  }

  get(callId: string): PendingApproval | undefined {
    return this.#open.get(callId)
  }

  values(): readonly PendingApproval[] {
    return this.#open.values()
  }

  add(approval: PendingApproval): void {
    const { callId } = approval
    this.#open.set(callId, approval)
    for (const tell of this.#watchers.get(callId) ?? []) tell(approval)
    this.#watchers.delete(callId)
    this.#onAdded?.()
  }

  /** By its key: the same Call may wait again, for another answer. */
  remove(key: string): void {
    for (const approval of this.values()) if (approval.key === key) this.#open.delete(approval.callId)
  }

  /** Once this Call waits. */
  until(callId: string): Promise<PendingApproval> {
    const known = this.#open.get(callId)
    if (known) return Promise.resolve(known)
    return new Promise((resolve) => this.#watchers.set(callId, [...(this.#watchers.get(callId) ?? []), resolve]))
  }
}
