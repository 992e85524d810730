import type { Span, Spans } from '@ensemble/core/trace'
import { filterCount, type KindFilter, type SpanFilter, type StatusFilter } from '../open/trace-view.ts'

/** Spans that the filter lets through; null if it asks nothing. */
export function filteredSpans(spans: Spans, filter: SpanFilter): ReadonlySet<string> | null {
  if (filterCount(filter) === 0) return null
  const kept = new Set<string>()
  for (const { latest: span } of spans.inOrder) if (span !== undefined && passes(span, filter)) kept.add(span.id)
  return kept
}

const passes = (span: Span, { statuses, kinds, tool, idea }: SpanFilter): boolean =>
  (statuses.length === 0 || statuses.some((status) => hasStatus(span, status))) &&
  (kinds.length === 0 || kinds.some((kind) => isKind(span, kind))) &&
  (tool === null || span.tool === tool) &&
  (idea === null || span.idea === idea || span.module === idea)

const hasStatus = (span: Span, status: StatusFilter): boolean => {
  switch (status) {
    case 'failed':
      return span.status === 'failed' || span.status === 'rejected'
    case 'waiting':
      return span.waits.length > 0
    case 'running':
      return span.status === 'running' || span.status === 'queued'
    case 'retried':
      return span.retries.length > 0
    default:
      return span.status === status
  }
}

const isKind = (span: Span, kind: KindFilter): boolean => (kind === 'request' ? span.kind === kind : span.mode === kind)

/** The Tools and Ideas that spans belong to, in order of their names. */
export function namesIn(spans: Spans): { readonly tools: readonly string[]; readonly ideas: readonly string[] } {
  const tools = new Set<string>()
  const ideas = new Set<string>()
  for (const { latest: span } of spans.inOrder) {
    if (span?.tool !== undefined) tools.add(span.tool)
    if (span !== undefined && span.idea !== '') ideas.add(span.idea)
    if (span?.module !== undefined) ideas.add(span.module)
  }
  return { tools: [...tools].toSorted(), ideas: [...ideas].toSorted() }
}
