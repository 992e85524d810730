import { isSettled, type QueuedAt, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import { t } from '../../platform/i18n/run.ts'
import { isFollowingLive, type RunView } from '../open/run-view.ts'
import { AnswerView } from './detail/AnswerView.tsx'
import { Thought } from './detail/Thought.tsx'
import { Unfinished } from './detail/Unfinished.tsx'
import { count, duration } from '../../platform/ui/format.ts'
import css from './ModelAnswered.module.css'
import { Stored } from './Stored.tsx'
import { useRun } from './use-run.ts'
import { problemText } from '../../platform/i18n/problem-text.ts'

interface ModelAnsweredProps {
  readonly run: string
  readonly log: TraceLog
  readonly detail: SpanDetail | undefined
  /** The instant shown. */
  readonly seq: number
  /** An active answer so far. */
  readonly streamed?: string | undefined
  /** Its checks are shown next to it, and tell why it failed. */
  readonly hasChecks?: boolean
}

/** A reasoning model's current thoughts, in an active answer. */
const thinking = (state: RunView, request: string | undefined): string | undefined =>
  request !== undefined && isFollowingLive(state) ? state.log?.live.get(request)?.reasoning : undefined

/** The place of an active Request that waits for its turn at an endpoint. */
const queuedAt = (state: RunView, request: string | undefined): QueuedAt | undefined =>
  request !== undefined && isFollowingLive(state) ? state.log?.live.get(request)?.queued : undefined

/** A Request's answer, or its text so far; the model's thoughts are separate. */
export function ModelAnswered({ run, log, detail, seq, streamed, hasChecks = false }: ModelAnsweredProps) {
  const answer = detail?.modelAnswered
  const request = detail?.span.kind === 'request' ? detail.span.id : undefined
  const thought = useRun((state) => thinking(state, request))
  const queued = useRun((state) => queuedAt(state, request))
  const failure = request === undefined ? undefined : detail?.failures.at(-1)
  const isOver = detail !== undefined && isSettled(detail.span.status)
  return (
    <section className={css.answer} aria-label={t('messages.answered')}>
      <h3>{t(isOver ? 'messages.answered' : 'messages.answering')}</h3>
      {isOver && answer === undefined && (hasChecks || failure === undefined) && (
        <p className={css.facts}>{t(failure === undefined ? 'messages.unanswered' : 'messages.noAnswer')}</p>
      )}
      {!isOver && queued !== undefined && (
        <p className={css.facts}>{t('messages.queued', { endpoint: queued.endpoint, before: queued.before })}</p>
      )}
      {answer !== undefined && (
        <p className={css.facts}>
          {t('messages.answerFacts', {
            time: duration(answer.ms),
            first: duration(answer.firstTokenMs),
            input: count(answer.usage.inputTokens),
            output: count(answer.usage.outputTokens),
            finish: answer.finish,
          })}
        </p>
      )}
      {answer?.notes?.map((note) => (
        <p key={note} className={css.facts}>
          {note}
        </p>
      ))}
      {answer?.reasoning !== undefined && (
        <Stored<string> run={run} value={answer.reasoning}>
          {(text) => <Thought text={text} />}
        </Stored>
      )}
      {answer === undefined && thought !== undefined && <Thought text={thought} />}
      {answer !== undefined && request !== undefined && (
        <AnswerView run={run} log={log} request={request} seq={seq} answer={answer} />
      )}
      {failure !== undefined && !hasChecks && <p className={css.failed}>{problemText(failure.error)}</p>}
      {answer === undefined && streamed !== undefined && streamed !== '' && <Unfinished run={run} text={streamed} />}
    </section>
  )
}
