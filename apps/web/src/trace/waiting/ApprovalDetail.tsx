import { isObject, type DecisionInput, type Json, type JsonObject, type OpenApproval } from '@ensemble/core'
import { changedFields, ideaName } from '@ensemble/core/trace'
import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { ApiError, type FieldError } from '../../api/client.ts'
import { initialValue } from '../../dialogs/schema-values.ts'
import { t } from '../../i18n/run.ts'
import { clockOf, runTitle } from '../../runs/run-title.ts'
import { useNamedRun } from '../../runs/use-named-run.ts'
import { approvalId, decide, holdApproval, stepFrom } from '../../stores/run-approvals.ts'
import { Button } from '../../ui/Button.tsx'
import { keepDraft, readDraft } from '../../ui/drafts.ts'
import { ideaTitle } from '../idea-title.ts'
import { FieldChanges } from '../FieldChanges.tsx'
import css from './ApprovalDetail.module.css'
import { CallForm } from './CallForm.tsx'
import { say } from './say.ts'
import { StepButtons } from './StepButtons.tsx'
import { useWaitingCall } from './use-waiting-call.ts'

const WAYS = ['go', 'answer', 'refuse'] as const
type Way = (typeof WAYS)[number]
const isWay = (value: string): value is Way => WAYS.some((way) => way === value)

const decisionOf = (way: Way, changed: boolean): DecisionInput['decision'] =>
  way === 'go' ? (changed ? 'edit' : 'approve') : way

interface ApprovalDraft {
  readonly way?: Way
  readonly parameters?: JsonObject
  readonly answer?: Json
  readonly reason?: string
}

const draftName = (approval: OpenApproval): string => `approval/${approvalId(approval)}`

/** What was typed for this Call before the window was loaded again. */
function draftOf(approval: OpenApproval): ApprovalDraft {
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

/** A Call that waits: what the model asks for and why, and the ways to decide. */
export function ApprovalDetail({ approval }: { readonly approval: OpenApproval }) {
  const { tool, detail, activity } = useWaitingCall(approval)
  const run = useNamedRun(approval.run)
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
    keepDraft(draftName(approval), isTouched ? typed : null)
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
      keepDraft(draftName(approval), null)
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
        <div className={css.side}>
          <section>
            <p className={css.run}>
              {run !== undefined &&
                `${say('ofRun', { run: runTitle(run), idea: ideaTitle(ideaName(run.idea)), time: clockOf(run.startedAt) })} · `}
              {say('since', { time: clockOf(approval.since) })}
            </p>
            <p className={css.why}>
              {t(`waiting.why.${approval.why}`)} {activity !== undefined && t('waiting.runs', { activity })}
            </p>
            {approval.callers.length > 1 && (
              <p className={css.why}>
                {t('waiting.callers', { callers: approval.callers.map(ideaTitle).join(' → ') })}
              </p>
            )}
            {approval.reason !== undefined && <p className={css.said}>{approval.reason}</p>}
          </section>
          {approval.reasoning !== undefined && (
            <section>
              <h4>{t('waiting.modelSays')}</h4>
              <p>{approval.reasoning}</p>
            </section>
          )}
          {tool !== undefined && (
            <section>
              <h4>{t('waiting.about')}</h4>
              <p>{tool.description}</p>
            </section>
          )}
          {way === 'go' && changes.length > 0 && (
            <section>
              <h4>{t('waiting.changes')}</h4>
              <FieldChanges changes={changes} />
            </section>
          )}
        </div>
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
