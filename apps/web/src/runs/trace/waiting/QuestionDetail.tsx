import type { OpenApproval } from '@ensemble/core'
import { useEffect, useId, useState } from 'react'
import { decide, holdApproval } from '../../open/run-approvals.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ApprovalBackground } from './ApprovalBackground.tsx'
import css from './ApprovalDetail.module.css'
import { draftOf, keepApprovalDraft } from './approval-draft.ts'
import { say } from './say.ts'

/** A question of the model to the person: a field for the answer, or none is given. */
export function QuestionDetail({ approval }: { readonly approval: OpenApproval }) {
  const field = useId()
  const [answer, setAnswer] = useState(() => String(draftOf(approval).answer ?? ''))
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const isEmpty = answer.trim() === ''
  useEffect(() => keepApprovalDraft(approval, isEmpty ? null : { answer }), [approval, answer, isEmpty])

  async function send(decision: 'answer' | 'refuse'): Promise<void> {
    setSending(true)
    setFailure('')
    try {
      await decide(approval, { decision, ...(decision === 'answer' && { result: answer.trim() }) })
      keepApprovalDraft(approval, null)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setSending(false)
    }
  }

  return (
    <form
      className={css.detail}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !sending) void send('answer')
      }}
    >
      <div className={css.columns}>
        <div className={css.main}>
          <label className={css.question} htmlFor={field}>
            {String(approval.parameters['question'])}
          </label>
          <textarea
            id={field}
            className={css.answer}
            rows={3}
            value={answer}
            placeholder={say('question.answer')}
            onFocus={() => holdApproval(approval)}
            onChange={(event) => setAnswer(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
          {failure !== '' && (
            <p role="alert" className={css.error}>
              {failure}
            </p>
          )}
          <footer className={css.foot}>
            <Button type="submit" look="primary" disabled={sending || isEmpty}>
              {say('question.send')}
            </Button>
            <Button disabled={sending} onClick={() => void send('refuse')}>
              {say('question.none')}
            </Button>
          </footer>
        </div>
        <ApprovalBackground approval={approval} tool={undefined} activity={undefined} changes={[]} />
      </div>
    </form>
  )
}
