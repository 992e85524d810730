import type { JournalEvent } from '../journal/events.ts'
import { parseTraceparent, spanIdOf, traceIdOf } from '../journal/trace-context.ts'
import { OtlpDrafts } from './otlp-drafts.ts'
import { foldOtlp } from './otlp-fold.ts'
import { hasWaits, spanTime } from './span-time.ts'
import { createTraceLog } from './trace-log.ts'
import { nano, toAttributes, type OtlpExport, type OtlpSpan } from './otlp-types.ts'

/** The GenAI semantic conventions that names and values follow; they are unstable, so that the version is pinned. */
export const SEMCONV_VERSION = '1.45.0'

/** An export's own description, and the share of a Run that it includes. */
export interface OtlpOptions {
  /** Further attributes of the resource. */
  readonly resource?: Readonly<Record<string, string>>
  /** `service.name` of the resource. */
  readonly service: string
  readonly version: string
  /** Whether prompts, answers, parameters and results go along. */
  readonly content: boolean
}

/**
 * A Run's ended spans by the GenAI conventions, with recorded times. Ids derive from the Run, so that exports repeat
 * exactly. Leaves out BodyRef values.
 */
export const toOtlp = (events: readonly JournalEvent[], options: OtlpOptions): OtlpExport => {
  const drafts = new OtlpDrafts()
  for (const event of events) foldOtlp(drafts, event, options.content)
  noteWaits(drafts, events)
  const [first] = events
  const incoming = first?.type === 'run.created' ? first.data.traceparent : undefined
  const run = first?.run ?? ''
  const traceId = traceIdOf(run, incoming)
  const caller = incoming === undefined ? undefined : parseTraceparent(incoming)?.span
  const spans = [...drafts.all()].flatMap((draft): OtlpSpan[] => {
    const { id, parent, name, kind, start, end, attributes, events: happened, links, status } = draft
    if (end === undefined) return []
    const parentSpanId = parent === undefined ? caller : spanIdOf(run, parent)
    return [
      {
        traceId,
        spanId: spanIdOf(run, id),
        ...(parentSpanId !== undefined && { parentSpanId }),
        name,
        kind,
        startTimeUnixNano: nano(start),
        endTimeUnixNano: nano(Math.max(start, end)),
        attributes: toAttributes(attributes),
        events: happened,
        links,
        status,
      },
    ]
  })
  const { service, version, resource } = options
  return {
    resourceSpans: [
      {
        resource: {
          attributes: toAttributes({ ...resource, 'service.name': service, 'service.version': version }),
        },
        scopeSpans: [
          {
            scope: { name: 'ensemble', version },
            schemaUrl: `https://opentelemetry.io/schemas/${SEMCONV_VERSION}`,
            spans,
          },
        ],
      },
    ],
  }
}

/** Milliseconds in which a span waited for a person; the rest of its time it was at work. */
function noteWaits(drafts: OtlpDrafts, events: readonly JournalEvent[]): void {
  const log = createTraceLog(events)
  if (!hasWaits(log)) return
  for (const { latest } of log.spans.inOrder) {
    const { waitMs } = spanTime(log, latest, log.times.at(-1) ?? 0)
    if (waitMs > 0) drafts.note(latest.id, { 'ensemble.waiting_ms': waitMs })
  }
}
