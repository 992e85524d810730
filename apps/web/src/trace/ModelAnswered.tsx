import type { SpanDetail } from '@ensemble/core/trace'
import { t } from '../i18n/index.ts'
import { asContainer } from './chat-blocks.ts'
import { CopyButton } from './CopyButton.tsx'
import { count, duration } from './format.ts'
import { JsonTree } from './JsonTree.tsx'
import css from './ModelAnswered.module.css'
import { Stored } from './Stored.tsx'

interface ModelAnsweredProps {
  readonly run: string
  readonly detail: SpanDetail | undefined
  /** What has come so far of an answer under way. */
  readonly streamed?: string | undefined
}

/** The raw answer of a Request, or what has streamed of it so far. */
export function ModelAnswered({ run, detail, streamed }: ModelAnsweredProps) {
  const answer = detail?.modelAnswered
  const failure = detail?.span.kind === 'request' ? detail.failures.at(-1) : undefined
  return (
    <section className={css.answer} aria-label={t('messages.answered')}>
      <h3>{answer === undefined && failure === undefined ? t('messages.answering') : t('messages.answered')}</h3>
      {answer !== undefined && (
        <>
          <p className={css.facts}>
            {t('messages.answerFacts', {
              time: duration(answer.ms),
              first: duration(answer.firstTokenMs),
              input: count(answer.usage.inputTokens),
              output: count(answer.usage.outputTokens),
              finish: answer.finish,
            })}
          </p>
          <Stored<string> run={run} value={answer.raw}>
            {(raw) => <Raw run={run} raw={raw} />}
          </Stored>
        </>
      )}
      {failure !== undefined && <p className={css.failed}>{failure.error.message}</p>}
      {answer === undefined && streamed !== undefined && streamed !== '' && <pre className={css.raw}>{streamed}</pre>}
    </section>
  )
}

function Raw({ run, raw }: { readonly run: string; readonly raw: string }) {
  const value = asContainer(raw)
  if (value === undefined)
    return (
      <div className={css.text}>
        <pre className={css.raw}>{raw}</pre>
        <CopyButton text={raw} />
      </div>
    )
  return <JsonTree run={run} value={value} open={3} />
}
