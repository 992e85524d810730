import { appearedBy, type Cursor, type Span, type TraceLog } from '@ensemble/core/trace'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { streamedText } from '../open/streamed-text.ts'
import type { RunView } from '../open/run-view.ts'
import { selectSpan } from '../open/run.ts'
import { EmptyPanel } from './EmptyPanel.tsx'
import { ideaTitle } from '../../document/open/idea-title.ts'
import css from './MessagesPanel.module.css'
import { ModelAnswered } from './ModelAnswered.tsx'
import { ModelSaw } from './ModelSaw.tsx'
import { spanTitle } from '../open/span-title.ts'
import { useRun, useShown } from './use-run.ts'
import { useSpanDetail } from './use-span-detail.ts'

/** How many Requests before and after the shown one can be picked from the list. */
const NEARBY = 100

const pickRun = (state: RunView): string | null => state.runId
const pickSelected = (state: RunView): string | null => state.selectedSpan

/** One Request's view and answer: the selected span's Request, or the newest at the instant shown. */
export function MessagesPanel() {
  const run = useRun(pickRun)
  const selected = useRun(pickSelected)
  const shown = useShown()
  const [isChoosing, setChoosing] = useState(false)
  const request = shown === null ? undefined : requestOf(shown.log, shown.cursor, selected)
  const streamed = useRun((state) =>
    shown === null || request === undefined ? undefined : streamedText(state, shown.cursor, request.id),
  )
  const detail = useSpanDetail(shown?.log, request?.id ?? null, shown?.cursor.seq ?? 0)
  if (shown === null || run === null) return null
  if (request === undefined) return <EmptyPanel text={t('messages.none')} />
  const requests = appearedBy(shown.log.requests, shown.cursor.seq)
  const index = requests.indexOf(request.id)
  // The others are listed on demand: while time moves the list would change constantly.
  const near = isChoosing ? requests.slice(Math.max(0, index - NEARBY), index + NEARBY + 1) : [request.id]

  return (
    <div className={css.panel}>
      <div className={css.bar}>
        <button
          type="button"
          className={css.step}
          aria-label={t('messages.previous')}
          title={t('messages.previous')}
          disabled={index <= 0}
          onClick={() => selectSpan(requests[index - 1] ?? null)}
        >
          <ChevronLeft size={15} aria-hidden />
        </button>
        <select
          className={css.pick}
          aria-label={t('messages.request')}
          value={request.id}
          onPointerEnter={() => setChoosing(true)}
          onPointerLeave={() => setChoosing(false)}
          onFocus={() => setChoosing(true)}
          onBlur={() => setChoosing(false)}
          onChange={(event) => selectSpan(event.target.value)}
        >
          {near.map((id) => {
            const span = shown.log.spans.byId.get(id)?.latest
            return (
              <option key={id} value={id}>
                {span === undefined ? id : `${ideaTitle(span.idea)} · ${spanTitle(span)}`}
              </option>
            )
          })}
        </select>
        <button
          type="button"
          className={css.step}
          aria-label={t('messages.next')}
          title={t('messages.next')}
          disabled={index >= requests.length - 1}
          onClick={() => selectSpan(requests[index + 1] ?? null)}
        >
          <ChevronRight size={15} aria-hidden />
        </button>
      </div>
      <div className={css.body} role="region" aria-label={t('messages.label')}>
        {detail?.modelSaw !== undefined && (
          <ModelSaw key={request.id} run={run} log={shown.log} question={detail.modelSaw} />
        )}
        <ModelAnswered run={run} log={shown.log} detail={detail} seq={shown.cursor.seq} streamed={streamed} />
      </div>
    </div>
  )
}

const requestOf = (log: TraceLog, cursor: Cursor, selected: string | null): Span | undefined => {
  const span = selected === null ? undefined : cursor.span(selected)
  const request = span?.kind === 'call' && span.parent !== null ? cursor.span(span.parent) : span
  if (request?.kind === 'request') return request
  return cursor.span(appearedBy(log.requests, cursor.seq).at(-1) ?? '')
}
