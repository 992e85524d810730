import { countUpTo, parentOf, spanDetail, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import { useMemo } from 'react'

/** Everything recorded about a span up to event `seq`; the same object until something of it changes. */
export function useSpanDetail(log: TraceLog | undefined, id: string | null, seq: number): SpanDetail | undefined {
  const own = id === null ? undefined : log?.bySpan.get(id)
  const asked = id === null ? undefined : log?.bySpan.get(parentOf(id) ?? '')
  const span = id === null ? undefined : log?.spans.byId.get(id)?.at(seq)
  const ownCount = countUpTo(own ?? NONE, seq)
  const askedCount = countUpTo(asked ?? NONE, seq)
  return useMemo(
    () => (log === undefined || id === null ? undefined : spanDetail(log, id, seq)),
    // eslint-disable-next-line react/exhaustive-deps -- `log` grows in place; what is recorded of a span changes with its own events and those of the Request that proposed it
    [log?.events, id, span, ownCount, askedCount],
  )
}

const NONE: readonly number[] = []
