import type { DecisionInput, Json, JsonObject, JsonSchema, OpenApproval } from '@ensemble/core'
import { changedFields } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { ApiError, type FieldError } from '../../../platform/api/client.ts'
import { initialValue } from '../../../platform/forms/schema-values.ts'
import { decide, holdApproval } from '../../open/run-approvals.ts'
import { draftOf, isWay, keepApprovalDraft, type Way } from './approval-draft.ts'

/** The decision that a way means; arguments that were changed are an edit. */
export const decisionOf = (way: Way, isChanged: boolean): DecisionInput['decision'] =>
  way === 'go' ? (isChanged ? 'edit' : 'approve') : way

interface Typed {
  readonly parameters: JsonObject
  readonly result: Json
  readonly reason: string
}

/** The body of a decision: only its own fields. */
export const decisionInput = (
  decision: DecisionInput['decision'],
  { parameters, result, reason }: Typed,
): Pick<DecisionInput, 'decision' | 'call' | 'result' | 'reason'> => ({
  decision,
  ...(decision === 'edit' && { call: parameters }),
  ...(decision === 'answer' && { result }),
  ...(decision === 'refuse' && reason.trim() !== '' && { reason: reason.trim() }),
})

/** One message for each field the server names, or one for the whole. */
export const errorsOf = (error: unknown): readonly FieldError[] => {
  if (error instanceof ApiError && error.errors.length > 0) return error.errors
  return [{ path: '', message: error instanceof Error ? error.message : String(error) }]
}

/** A decision in the making: what was typed is kept as a draft until it is sent. */
export function useDecision(approval: OpenApproval, output: JsonSchema | undefined) {
  const [draft] = useState(() => draftOf(approval))
  const [way, setWay] = useState<Way>(draft.way ?? 'go')
  const [parameters, setParameters] = useState<JsonObject>(draft.parameters ?? approval.parameters)
  const [answer, setAnswer] = useState<Json | undefined>(draft.answer)
  const [reason, setReason] = useState(draft.reason ?? '')
  const [isValid, setValid] = useState(true)
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const changes = changedFields(approval.parameters, parameters)
  const result = answer ?? (output === undefined ? null : (initialValue(output) ?? null))
  const decision = decisionOf(way, changes.length > 0)

  const isTouched = changes.length > 0 || answer !== undefined || reason !== ''
  useEffect(() => {
    const typed = { way, parameters, reason, ...(answer !== undefined && { answer }) }
    keepApprovalDraft(approval, isTouched ? typed : null)
  }, [approval, isTouched, way, parameters, answer, reason])

  return {
    way,
    decision,
    parameters,
    result,
    reason,
    changes,
    errors,
    canSend: !sending && isValid,
    setParameters,
    setAnswer,
    setReason,
    setValid,
    fail: (error: unknown): void => setErrors(errorsOf(error)),
    choose: (next: string): void => {
      if (!isWay(next)) return
      setWay(next)
      holdApproval(approval)
      setErrors([])
      setValid(true)
    },
    send: async (): Promise<void> => {
      setSending(true)
      setErrors([])
      try {
        await decide(approval, decisionInput(decision, { parameters, result, reason }))
        keepApprovalDraft(approval, null)
      } catch (error) {
        setErrors(errorsOf(error))
        setSending(false)
      }
    },
  }
}
