import type { ChatMessage } from '@ensemble/core/model'
import { spanDetail, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { readStored } from '../../platform/api/run-client.ts'
import { useLog } from '../compare/use-log.ts'
import { goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { spanTitle } from '../open/span-title.ts'
import { notify } from '../../platform/session/notify.ts'
import { t } from '../../platform/i18n/commands.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Answers } from './Answers.tsx'
import css from './ask.module.css'
import { RequestForm } from './RequestForm.tsx'
import { say } from './say.ts'
import { fromRecord, type ReadStored, type ShownAnswer } from './shown-answer.ts'
import { useAnswers } from './use-answers.ts'

const paramsOf = ({ params }: Place): Place['params'] => params

/** One recorded Request with edits, asked any number of times, its answers side by side; no fork (docs/contract/page.md#runs). */
export function AskPage() {
  const { run = '', span = '' } = useStore(placeStore, paramsOf)
  const loaded = useLog(run === '' ? undefined : run)
  const close = (): void => goTo('bench', { run, span })
  const isRead = loaded?.state === 'ready'
  const detail = isRead ? spanDetail(loaded.log, span) : undefined
  const question = detail?.modelSaw
  return (
    <PageFrame
      title={say('title')}
      back={say('back')}
      onClose={close}
      aside={
        detail !== undefined && (
          <span className={css.facts}>{`${ideaTitle(detail.span.idea)} · ${spanTitle(detail.span)}`}</span>
        )
      }
    >
      {loaded?.state === 'failed' ? (
        <EmptyPage>
          <p>{say('failed', { reason: loaded.problem ?? '' })}</p>
        </EmptyPage>
      ) : run === '' ? (
        <EmptyPage>
          <p>{say('none')}</p>
          <Button onClick={() => goTo('runs')}>{t('command.runs')}</Button>
        </EmptyPage>
      ) : !isRead ? (
        <EmptyPage>
          <p role="status">{say('loading')}</p>
        </EmptyPage>
      ) : question === undefined || detail?.span.kind !== 'request' ? (
        <EmptyPage>
          <p>{say('missing')}</p>
        </EmptyPage>
      ) : (
        <Again run={run} log={loaded.log} question={question} />
      )}
    </PageFrame>
  )
}

interface AgainProps {
  readonly run: string
  readonly log: TraceLog
  readonly question: NonNullable<SpanDetail['modelSaw']>
}

function Again({ run, log, question }: AgainProps) {
  const [messages, setMessages] = useState<readonly ChatMessage[] | null>(null)
  const [recorded, setRecorded] = useState<ShownAnswer | null>(null)
  const answers = useAnswers(run)
  const { request } = question
  useEffect(() => {
    let current = true
    const read: ReadStored = (stored) => readStored(run, stored)
    Promise.all([read(question.messages), fromRecord(log, request, read)]).then(
      ([found, answer]) => {
        if (!current) return
        setMessages(found)
        setRecorded(answer)
      },
      (error: unknown) => notify.refusal(error),
    )
    return () => {
      current = false
    }
    // eslint-disable-next-line react/exhaustive-deps -- what is recorded of a Request stays as it is
  }, [run, request])
  if (messages === null)
    return (
      <EmptyPage>
        <p role="status">{say('loading')}</p>
      </EmptyPage>
    )
  return (
    <div className={css.body}>
      <RequestForm span={request} model={question.model} messages={messages} answers={answers} />
      <Answers run={run} recorded={recorded} asked={answers.asked} />
    </div>
  )
}
