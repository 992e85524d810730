import type { ProposedCall } from '../../call/judged-call.ts'
import type { EventData } from '../../journal/events.ts'
import type { JsonObject, Sha256 } from '../../schema/json.ts'

/** Why a Call waits. */
export type Why = EventData['approval.requested']['why']

/** A Call that waits for a person, as approvals are listed and answered. */
export interface PendingApproval {
  readonly key: string
  readonly span: string
  readonly callId: string
  readonly why: Why
  readonly hash: Sha256
  /** Of those about this Call, from 1. */
  readonly question: number
  readonly call: ProposedCall
  readonly callers: readonly string[]
  readonly resolved: JsonObject
  readonly since: string
  readonly expiresAt?: string
  /** What an Activity that asks says about it. */
  readonly reason?: string
}

/** The Calls of one Run that wait for a person now, by Call id. */
export interface OpenApprovals extends ReadonlyMap<string, PendingApproval> {
  add(approval: PendingApproval): void
  /** By its key: the same Call may wait again, for another answer. */
  remove(key: string): void
  /** Once this Call waits. */
  until(callId: string): Promise<PendingApproval>
}

export function createOpenApprovals(onAdded: () => void = () => {}): OpenApprovals {
  const open = new Map<string, PendingApproval>()
  const watchers = new Map<string, ((approval: PendingApproval) => void)[]>()
  return Object.assign(open, {
    add(approval: PendingApproval) {
      open.set(approval.callId, approval)
      for (const tell of watchers.get(approval.callId) ?? []) tell(approval)
      watchers.delete(approval.callId)
      onAdded()
    },
    remove(key: string) {
      for (const [callId, approval] of open) if (approval.key === key) open.delete(callId)
    },
    until: (callId: string) =>
      new Promise<PendingApproval>((resolve) => {
        const known = open.get(callId)
        if (known) return resolve(known)
        watchers.set(callId, [...(watchers.get(callId) ?? []), resolve])
      }),
  })
}
