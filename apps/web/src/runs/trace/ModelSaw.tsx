import type { Json } from '@ensemble/core'
import type { ChatMessage } from '@ensemble/core/model'
import type { Stored as StoredValue } from '@ensemble/core/journal'
import { spanDetail, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import { memo } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { ChatMessages } from './ChatMessages.tsx'
import { JsonTree } from './JsonTree.tsx'
import css from './ModelSaw.module.css'
import { Stored } from './Stored.tsx'

const NONE: StoredValue<readonly ChatMessage[]> = []

type Question = NonNullable<SpanDetail['modelSaw']>

interface ModelSawProps {
  readonly run: string
  readonly log: TraceLog
  readonly question: Question
}

/** The exact messages and schema of a Request; what the Request before it had too is folded away. */
export const ModelSaw = memo(function ModelSaw({ run, log, question }: ModelSawProps) {
  const before = question.previous === undefined ? undefined : spanDetail(log, question.previous)?.modelSaw?.messages
  return (
    <div className={css.saw}>
      <p className={css.facts}>
        {t('messages.facts', {
          model: question.model,
          wire: question.strict ? t('messages.strict', { wire: question.wire }) : question.wire,
          count: question.tools.length,
        })}
      </p>
      {question.tools.map(
        ({ name, missing }) =>
          missing !== undefined && (
            <p key={name} className={css.facts}>
              {t('messages.missingActivity', { tool: name, activity: missing })}
            </p>
          ),
      )}
      <Stored<readonly ChatMessage[]> run={run} value={before ?? NONE}>
        {(earlier) => (
          <Stored<readonly ChatMessage[]> run={run} value={question.messages}>
            {(messages) => <ChatMessages run={run} messages={messages} before={earlier} />}
          </Stored>
        )}
      </Stored>
      <details className={css.schema}>
        <summary>{t('messages.answerSchema')}</summary>
        <Stored<Json> run={run} value={question.schema}>
          {(schema) => <JsonTree run={run} value={schema} open={2} />}
        </Stored>
      </details>
    </div>
  )
})
