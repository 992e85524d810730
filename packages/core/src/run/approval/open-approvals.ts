import type { ProposedCall } from '../../call/judged-call.ts'
import type { EventData } from '../../journal/events.ts'
import { LateMap } from '../../schema/late-map.ts'
import type { OpenApproval } from './approval-types.ts'

/** Why a Call waits. */
export type Why = EventData['approval.requested']['why']

/** A question to a person: what a list needs of it, and the key of its answer. */
export interface ShownApproval {
  readonly key: string
  readonly shown: OpenApproval
}

/** A Call that waits for a person, as approvals are listed and answered. */
export interface PendingApproval extends ShownApproval {
  readonly call: ProposedCall
}

/** The Calls of one Run that wait for a person now, by Call id. */
export class OpenApprovals {
  readonly #open = new LateMap<string, PendingApproval>()
  readonly #watchers = new LateMap<string, readonly ((approval: PendingApproval) => void)[]>()
  readonly #onAdded: ((approval: PendingApproval) => void) | undefined

  constructor(onAdded?: (approval: PendingApproval) => void) {
    this.#onAdded = onAdded
  }

  get(callId: string): PendingApproval | undefined {
    return this.#open.get(callId)
  }

  values(): readonly PendingApproval[] {
    return this.#open.values()
  }

  add(approval: PendingApproval): void {
    const { callId } = approval.shown
    this.#open.set(callId, approval)
    for (const tell of this.#watchers.get(callId) ?? []) tell(approval)
    this.#watchers.delete(callId)
    this.#onAdded?.(approval)
  }

  /** By its key: the same Call may wait again, for another answer. */
  remove(key: string): void {
    for (const approval of this.values()) if (approval.key === key) this.#open.delete(approval.shown.callId)
  }

  /** Once this Call waits. */
  until(callId: string): Promise<PendingApproval> {
    const known = this.#open.get(callId)
    if (known) return Promise.resolve(known)
    return new Promise((resolve) => this.#watchers.set(callId, [...(this.#watchers.get(callId) ?? []), resolve]))
  }
}
