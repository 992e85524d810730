import type { PendingApproval } from './confirm.ts'

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
