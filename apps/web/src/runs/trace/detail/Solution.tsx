import type { Json } from '@ensemble/core'
import type { EventData } from '@ensemble/core/journal'
import { spanDetail, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import { selectSpan } from '../../open/run.ts'
import { JsonTree } from '../JsonTree.tsx'
import { SpanIcon } from '../SpanIcon.tsx'
import { spanTitle } from '../../open/span-title.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import { Stored } from '../Stored.tsx'
import css from './AnswerView.module.css'
import { say } from './say.ts'

const MOST = 100

interface SolutionProps {
  readonly run: string
  readonly log: TraceLog
  readonly request: string
  /** The instant shown: Calls have their status of then. */
  readonly seq: number
  readonly answer: EventData['request.completed']
}

/** An answer's content: its Calls in order, each with its verdict, and the output. */
export function Solution({ run, log, request, seq, answer }: SolutionProps) {
  const calls = (log.spans.children.get(request) ?? []).slice(0, MOST).flatMap((id) => spanDetail(log, id, seq) ?? [])
  const offered = toolsOf(log, request)
  return (
    <div className={css.solution}>
      {answer.calls > 0 && <h4>{say('calls', { count: answer.calls })}</h4>}
      {answer.calls === 0 && offered > 0 && answer.output === null && (
        <p className={css.none}>
          {say('noCalls', { count: offered })} {say('noCallsHint')}
        </p>
      )}
      {calls.map((call) => (
        <Call key={call.span.id} run={run} call={call} />
      ))}
      <h4>{say('output')}</h4>
      {answer.output === null ? (
        <p className={css.none}>{say('noOutput')}</p>
      ) : (
        <Stored<Json> run={run} value={answer.output}>
          {(output) =>
            typeof output === 'string' ? (
              <p className={css.text}>{output}</p>
            ) : (
              <JsonTree run={run} value={output} open={3} />
            )
          }
        </Stored>
      )}
    </div>
  )
}

function Call({ run, call }: { readonly run: string; readonly call: SpanDetail }) {
  const { span, input, failures, raw } = call
  const name = spanTitle(span)
  const [refusal] = span.status === 'rejected' ? failures : []
  return (
    <section className={css.call}>
      <button type="button" title={say('show', { name })} onClick={() => selectSpan(span.id)}>
        <SpanIcon span={span} />
        <code>{name}</code>
        <StatusIcon status={span.status} />
        {refusal !== undefined && <span className={css.refused}>{say('refused', { code: refusal.error.code })}</span>}
      </button>
      {input !== undefined ? (
        <Stored<Json> run={run} value={input}>
          {(value) => <JsonTree run={run} value={value} open={1} />}
        </Stored>
      ) : (
        raw !== undefined && (
          <Stored<string> run={run} value={raw}>
            {(text) => <pre>{text}</pre>}
          </Stored>
        )
      )}
    </section>
  )
}

const toolsOf = (log: TraceLog, request: string): number => {
  for (const seq of log.bySpan.get(request) ?? []) {
    const event = log.events[seq - 1]
    if (event?.type === 'request.started') return event.data.tools.length
  }
  return 0
}
