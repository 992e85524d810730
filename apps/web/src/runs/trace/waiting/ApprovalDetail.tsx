import type { DecisionInput, Json, JsonObject, OpenApproval } from '@ensemble/core'
import { changedFields } from '@ensemble/core/trace'
import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { ApiError, type FieldError } from '../../../platform/api/client.ts'
import { initialValue } from '../../../platform/forms/schema-values.ts'
import { t } from '../../../platform/i18n/run.ts'
import { decide, holdApproval, stepFrom } from '../../open/run-approvals.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ideaTitle } from '../../../document/open/idea-title.ts'
import { draftOf, isWay, keepApprovalDraft, type Way, WAYS } from './approval-draft.ts'
import { ApprovalBackground } from './ApprovalBackground.tsx'
import css from './ApprovalDetail.module.css'
import { CallForm } from './CallForm.tsx'
import { StepButtons } from './StepButtons.tsx'
import { useWaitingCall } from './use-waiting-call.ts'

const decisionOf = (way: Way, changed: boolean): DecisionInput['decision'] =>
  way === 'go' ? (changed ? 'edit' : 'approve') : way

/** A Call that waits: what the model asks for and why, and the ways to decide. */
export function ApprovalDetail({ approval }: { readonly approval: OpenApproval }) {
  const { tool, detail, activity } = useWaitingCall(approval)
  const [draft] = useState(() => draftOf(approval))
  const [way, setWay] = useState<Way>(draft.way ?? 'go')
  const [parameters, setParameters] = useState<JsonObject>(draft.parameters ?? approval.parameters)
  const [answer, setAnswer] = useState<Json | undefined>(draft.answer)
  const [reason, setReason] = useState(draft.reason ?? '')
  const [isValid, setValid] = useState(true)
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const changes = changedFields(approval.parameters, parameters)
  const result = answer ?? (tool?.output === undefined ? null : (initialValue(tool.output) ?? null))
  const decision = decisionOf(way, changes.length > 0)

  const isTouched = changes.length > 0 || answer !== undefined || reason !== ''
  useEffect(() => {
    const typed = { way, parameters, reason, ...(answer !== undefined && { answer }) }
    keepApprovalDraft(approval, isTouched ? typed : null)
  }, [approval, isTouched, way, parameters, answer, reason])

  async function send(): Promise<void> {
    setSending(true)
    setErrors([])
    try {
      await decide(approval, {
        decision,
        ...(decision === 'edit' && { call: parameters }),
        ...(decision === 'answer' && { result }),
        ...(decision === 'refuse' && reason.trim() !== '' && { reason: reason.trim() }),
      })
      keepApprovalDraft(approval, null)
    } catch (error) {
      setErrors(errorsOf(error))
      setSending(false)
    }
  }

  return (
    <Tabs.Root
      className={css.detail}
      onChange={() => holdApproval(approval)}
      value={way}
      onValueChange={(next) => {
        if (!isWay(next)) return
        setWay(next)
        holdApproval(approval)
        setErrors([])
        setValid(true)
      }}
    >
      <div className={css.columns}>
        <div className={css.main}>
          <header className={css.head}>
            <h3>
              <code>{approval.tool}</code>
              {detail !== undefined && <span>{t('detail.ofIdea', { idea: ideaTitle(detail.span.idea) })}</span>}
            </h3>
            <Tabs.List className={css.ways} aria-label={t('waiting.ways')}>
              {WAYS.map((each) => (
                <Tabs.Trigger key={each} value={each} className={css.way}>
                  {t(`waiting.way.${each}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
          </header>
          <Tabs.Content value="go" tabIndex={-1}>
            <CallForm
              label={t('waiting.arguments')}
              schema={tool?.parameters}
              value={parameters}
              // Parameters are an object by their schema; the server refuses anything else in its own words.
              onChange={(next) => setParameters(next as JsonObject)}
              onValidity={setValid}
              errors={errors}
            />
          </Tabs.Content>
          <Tabs.Content value="answer" tabIndex={-1}>
            <CallForm
              label={t('waiting.result')}
              schema={isObjectSchema(tool?.output)}
              value={result}
              onChange={setAnswer}
              onValidity={setValid}
              errors={errors}
            />
          </Tabs.Content>
          <Tabs.Content value="refuse" tabIndex={-1}>
            <label className={css.reason}>
              {t('waiting.reason')}
              <textarea rows={2} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
            </label>
            {errors.map(({ message }) => (
              <p key={message} role="alert" className={css.error}>
                {message}
              </p>
            ))}
          </Tabs.Content>
          {/* Below what it decides on, never beside it: whoever presses it has come past the arguments. */}
          <footer className={css.foot}>
            <Button
              look={way === 'refuse' ? 'danger' : 'primary'}
              disabled={sending || !isValid}
              onClick={() => void send()}
            >
              {t(`waiting.decide.${decision}`)}
            </Button>
            {approval.why === 'breakpoint' && way === 'go' && changes.length === 0 && (
              <StepButtons
                onStep={(mode) => stepFrom(approval, mode)}
                onFailure={(error) => setErrors(errorsOf(error))}
              />
            )}
          </footer>
        </div>
        <ApprovalBackground approval={approval} tool={tool} activity={activity} changes={way === 'go' ? changes : []} />
      </div>
    </Tabs.Root>
  )
}

const isObjectSchema = (schema: unknown): JsonObject | undefined =>
  typeof schema === 'object' && schema !== null ? (schema as JsonObject) : undefined // a schema is a boolean or an object

const errorsOf = (error: unknown): readonly FieldError[] => {
  if (error instanceof ApiError && error.errors.length > 0) return error.errors
  return [{ path: '', message: error instanceof Error ? error.message : String(error) }]
}
