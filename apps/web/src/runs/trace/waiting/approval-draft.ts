import { isObject, type Json, type JsonObject, type OpenApproval } from '@ensemble/core'
import { approvalId } from '../../open/run-approvals.ts'
import { keepDraft, readDraft } from '../../../platform/ui/drafts.ts'

/** A person's choices for a waiting Call: approve, edit, answer, refuse. */
export const WAYS = ['go', 'answer', 'refuse'] as const
export type Way = (typeof WAYS)[number]
export const isWay = (value: string): value is Way => WAYS.some((way) => way === value)

/** The typed text for a waiting Call. */
export interface ApprovalDraft {
  readonly way?: Way
  readonly parameters?: JsonObject
  readonly answer?: Json
  readonly reason?: string
}

const draftName = (approval: OpenApproval): string => `approval/${approvalId(approval)}`

/** Keeps what was typed while the Call waits; null forgets it. */
export const keepApprovalDraft = (approval: OpenApproval, draft: ApprovalDraft | null): void =>
  keepDraft(draftName(approval), draft && { ...draft })

/** The text typed for this Call before the window reloaded. */
export function draftOf(approval: OpenApproval): ApprovalDraft {
  const draft = readDraft(draftName(approval))
  if (!isObject(draft)) return {}
  const { way, parameters, answer, reason } = draft
  return {
    ...(typeof way === 'string' && isWay(way) && { way }),
    ...(isObject(parameters) && { parameters }),
    ...(answer !== undefined && { answer }),
    ...(typeof reason === 'string' && { reason }),
  }
}
