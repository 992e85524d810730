import type { JsonObject, OpenApproval } from '@ensemble/core'
import { ArrowDown } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { t } from '../../../platform/i18n/run.ts'
import { holdApproval, stepFrom } from '../../open/run-approvals.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ideaTitle } from '../../../document/open/idea-title.ts'
import { WAYS } from './approval-draft.ts'
import { ApprovalBackground } from './ApprovalBackground.tsx'
import css from './ApprovalDetail.module.css'
import { CallForm } from './CallForm.tsx'
import { say } from './say.ts'
import { StepButtons } from './StepButtons.tsx'
import { useBelow } from './use-below.ts'
import { useDecision } from './use-decision.ts'
import { useWaitingCall } from './use-waiting-call.ts'

/** A Call that waits: what the model asks for and why, and the ways to decide. */
export function ApprovalDetail({ approval }: { readonly approval: OpenApproval }) {
  const { tool, detail, activity } = useWaitingCall(approval)
  const deciding = useDecision(approval, tool?.output)
  const { way, changes, errors } = deciding
  const [end, setEnd] = useState<HTMLElement | null>(null)
  return (
    <Tabs.Root
      className={css.detail}
      onChange={() => holdApproval(approval)}
      value={way}
      onValueChange={deciding.choose}
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
              value={deciding.parameters}
              // Parameters are an object by their schema; the server refuses anything else in its own words.
              onChange={(next) => deciding.setParameters(next as JsonObject)}
              onValidity={deciding.setValid}
              errors={errors}
            />
            <span ref={setEnd} />
          </Tabs.Content>
          <Tabs.Content value="answer" tabIndex={-1}>
            <CallForm
              label={t('waiting.result')}
              schema={isObjectSchema(tool?.output)}
              value={deciding.result}
              onChange={deciding.setAnswer}
              onValidity={deciding.setValid}
              errors={errors}
            />
          </Tabs.Content>
          <Tabs.Content value="refuse" tabIndex={-1}>
            <label className={css.reason}>
              {t('waiting.reason')}
              <textarea
                rows={2}
                value={deciding.reason}
                onChange={(event) => deciding.setReason(event.currentTarget.value)}
              />
            </label>
            {errors.map(({ message }) => (
              <p key={message} role="alert" className={css.error}>
                {message}
              </p>
            ))}
          </Tabs.Content>
          <Decide approval={approval} deciding={deciding} end={way === 'go' ? end : null} />
        </div>
        <ApprovalBackground approval={approval} tool={tool} activity={activity} changes={way === 'go' ? changes : []} />
      </div>
    </Tabs.Root>
  )
}

interface DecideProps {
  readonly approval: OpenApproval
  readonly deciding: ReturnType<typeof useDecision>
  /** Follows the last argument. */
  readonly end: HTMLElement | null
}

/** Below the arguments, so that a person passes them before the button. */
function Decide({ approval, deciding, end }: DecideProps) {
  const { way, decision, changes, canSend, send, fail } = deciding
  const isCut = useBelow(end)
  return (
    <footer className={css.foot}>
      <Button look={way === 'refuse' ? 'danger' : 'primary'} disabled={!canSend} onClick={() => void send()}>
        {t(`waiting.decide.${decision}`)}
      </Button>
      {approval.why === 'breakpoint' && way === 'go' && changes.length === 0 && (
        <StepButtons onStep={(mode) => stepFrom(approval, mode)} onFailure={fail} />
      )}
      {isCut && (
        <button type="button" className={css.more} onClick={() => end?.scrollIntoView({ block: 'end' })}>
          <ArrowDown size={13} aria-hidden /> {say('moreBelow')}
        </button>
      )}
    </footer>
  )
}

const isObjectSchema = (schema: unknown): JsonObject | undefined =>
  typeof schema === 'object' && schema !== null ? (schema as JsonObject) : undefined // a schema is a boolean or an object
