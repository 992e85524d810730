import type { Gate } from '../approval/confirm.ts'
import type { ReadyCall } from '../record/ready-call.ts'

/** A Call about which a person may be asked while it is executed. */
export interface GuardedCall extends ReadyCall {
  readonly gate: Gate
  /** Its Activity asked for a person before it began: the reason that they approved. */
  readonly approvedFor?: string | undefined
}
