import type { Json } from '@ensemble/core'
import {
  hasWaits,
  isBodyRef,
  spanDetail,
  spanTime,
  type Cursor,
  type Span,
  type SpanUsage,
  type TraceLog,
} from '@ensemble/core/trace'
import { t } from '../../platform/i18n/run.ts'
import { useStore } from 'zustand'
import { setQuery } from '../open/look-at-trace.ts'
import { recordedStore } from '../../document/open/recorded-files.ts'
import type { RunView } from '../open/run-view.ts'
import { bytes, duration, ticking } from '../../platform/ui/format.ts'
import { tokenText } from './token-text.ts'
import { money, spanCost, usePrices } from './cost.ts'
import { FilterMenu } from './FilterMenu.tsx'
import { ChosenCalls } from './ChosenCalls.tsx'
import { Fold } from './Fold.tsx'
import { preview } from '../../platform/ui/json-preview.ts'
import { RowList } from './RowList.tsx'
import { say } from './say.ts'
import { SearchField } from './SearchField.tsx'
import { SpanIcon } from './SpanIcon.tsx'
import { equalCalls, equalCallsAt } from './equal-calls.ts'
import { spanLabel } from '../open/span-label.ts'
import { spanTitle } from '../open/span-title.ts'
import { StatusIcon } from './StatusIcon.tsx'
import css from './TreePanel.module.css'
import { useRows } from './use-rows.ts'
import { useRun } from './use-run.ts'
import { problemText } from '../../platform/i18n/problem-text.ts'

const pickQuery = ({ trace }: RunView): string => trace.query
const pickNow = (state: RunView): number => state.now

/** The Run as it nests: Requests with their Calls under them, each with what went in and what came out. */
export function TreePanel() {
  const { shown, rows, index, newest, isAsking, find, onKeyDown } = useRows('nested')
  const query = useRun(pickQuery)
  const prices = usePrices()
  // As in the timeline: titles of Ideas are those of the graph, now or then.
  useStore(recordedStore)
  const now = useRun(pickNow)
  if (shown === null) return null
  const { log, cursor } = shown
  const isPriced = prices !== null && [...log.models].some((model) => model !== 'simulated')
  const isWaited = hasWaits(log)
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <SearchField label={t('timeline.search')} value={query} onChange={setQuery} onFind={find} />
        <FilterMenu spans={log.spans} />
        <span className={css.total}>{t('tree.count', { count: rows.length })}</span>
      </div>
      {rows.length === 0 && isAsking ? (
        <p className={css.none}>{query === '' ? say('none') : t('timeline.noMatch', { query })}</p>
      ) : (
        <>
          <ChosenCalls />
          <RowList
            label={t('tree.label')}
            rows={rows}
            rowHeight={26}
            index={index}
            newest={newest}
            onKeyDown={onKeyDown}
            rowClass={(row) => (row.isAround || cursor.span(row.span) === undefined) && css.notYet}
          >
            {(row) => {
              const equal = row.members === undefined ? undefined : equalCalls(log, row.members)
              const span = equal === undefined ? cursor.span(row.span) : equalCallsAt(equal, now)
              const known = span ?? equal?.final ?? log.spans.byId.get(row.span)?.latest
              if (known === undefined) return null
              const summary =
                equal !== undefined
                  ? say('equalNote', { count: equal.count, time: duration(equal.p95Ms) })
                  : span === undefined
                    ? ''
                    : summaryOf(log, cursor, span)
              const title =
                equal === undefined ? spanTitle(known) : say('equal', { title: spanTitle(known), count: equal.count })
              const label = equal === undefined ? numberLabel(spanLabel(log, known)) : ''
              const took =
                span === undefined
                  ? undefined
                  : equal === undefined
                    ? tookOf(log, cursor, span, now)
                    : { ...equal.timeAt(now), isOver: span.endedAt !== undefined }
              return (
                <span className={css.line} style={{ paddingLeft: 8 + row.depth * 18 }}>
                  <Fold row={row} />
                  <SpanIcon span={known} />
                  <span className={css.title} title={title}>
                    {title}
                    {label !== '' && <span className={css.label}> {label}</span>}
                  </span>
                  {span !== undefined && <StatusIcon status={span.status} />}
                  <span className={css.text} title={summary}>
                    {summary}
                  </span>
                  <span className={css.number} title={say('tree.tokens')}>
                    {span === undefined ? '' : tokensText(equal === undefined ? cursor.total(span.id) : equal.usage)}
                  </span>
                  {isPriced && (
                    <span className={css.number}>
                      {span === undefined || equal !== undefined ? '' : money(spanCost(cursor, span.id, prices))}
                    </span>
                  )}
                  <span className={css.number} title={say('tree.time')}>
                    {took === undefined ? '' : took.isOver ? duration(took.workMs) : ticking(took.workMs)}
                  </span>
                  {isWaited && (
                    <span className={css.number} title={say('waitedHint')}>
                      {took === undefined || took.waitMs < 1 ? '' : say('waitedShort', { time: duration(took.waitMs) })}
                    </span>
                  )}
                </span>
              )
            }}
          </RowList>
        </>
      )}
    </div>
  )
}

const tokensText = (usage: SpanUsage): string => {
  const text = tokenText(usage)
  return text === '' ? '' : t('tree.tokens', { count: text })
}

/** The arguments are in the summary already. */
const numberLabel = (label: string): string => label.split(' ', 1)[0]?.match(/^#\d+$/u)?.[0] ?? ''

/** Ends with its last child: a Request's Calls are under it here, as their tokens are in its own. */
const tookOf = (log: TraceLog, cursor: Cursor, span: Span, now: number) => {
  const end = endOf(log, cursor, span)
  return { ...spanTime(log, { ...span, endedAt: end }, now), isOver: end !== undefined }
}

const endOf = (log: TraceLog, cursor: Cursor, span: Span): number | undefined => {
  if (span.kind !== 'request') return span.endedAt
  let end = span.endedAt
  for (const id of log.spans.children.get(span.id) ?? []) {
    const call = cursor.span(id)
    if (call === undefined) continue
    if (end === undefined || call.endedAt === undefined) return undefined
    end = Math.max(end, call.endedAt)
  }
  return end
}

/** The input and the output, in a line; the reason if it failed. */
const summaryOf = (log: TraceLog, cursor: Cursor, span: Span): string => {
  if (span.error !== undefined && span.status !== 'completed') return problemText(span.error)
  const detail = spanDetail(log, span.id, cursor.seq)
  const given = detail?.resolved ?? detail?.input
  const input = given === undefined ? '' : short(given)
  const result = detail?.result === undefined || detail.result === null ? '' : short(detail.result)
  return result === '' ? input : `${input} → ${result}`.trim()
}

const short = (value: unknown): string =>
  // An event's value is JSON or a hash of a separate one.
  isBodyRef(value) ? bytes(value.bytes) : preview(value as Json)
