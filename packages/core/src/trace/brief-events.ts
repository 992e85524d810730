import type { JournalEvent } from '../journal/events.ts'
import type { TraceEvent } from './trace-event.ts'

/**
 * Recorded events for catching up (`brief`, docs/contract/api.md#journal-events): no chain, each path once; half the
 * bytes.
 */
export interface BriefEvents {
  readonly run: string
  /** `seq` of the first; the others follow without a gap. */
  readonly first: number
  /** New paths; they extend the list of earlier messages. */
  readonly spans: readonly string[]
  /** `span` counts from 0 in that list. */
  readonly events: readonly (Omit<TraceEvent, 'seq' | 'run' | 'span'> & { readonly span: number })[]
}

/** The text of `sealEvents` before an event's `data` without escapes: yields type, time and span. */
const ENVELOPE =
  /^\{"v":1,"seq":\d+,"prev":"[0-9a-f]{64}","run":"[^"\\]*","type":"([a-z.]+)","key":"[^"\\]*","at":"([^"\\]*)","span":("[^"\\]*"),"parent":(?:null|"[^"\\]*"),(?="data":)/

/** Writes the lines of a Run as the JSON texts of BriefEvents, one after the other; `first` is the `seq` of the first line. */
export const createBriefWriter = (run: string): ((lines: readonly string[], first: number) => string) => {
  const places = new Map<string, number>()
  return (lines, first) => {
    const spans: string[] = []
    const placeOf = (span: string): number => {
      const known = places.get(span)
      if (known !== undefined) return known
      const place = places.size
      places.set(span, place)
      spans.push(span)
      return place
    }
    const events = lines.map((line) => {
      const envelope = ENVELOPE.exec(line)
      if (envelope === null) return parsed(line, placeOf)
      const [head, type, at, span = '""'] = envelope
      // The rest of the line, with the brace that closes it, as it was written.
      return `{"type":"${type}","at":"${at}","span":${placeOf(span)},${line.slice(head.length)}`
    })
    return `{"run":${JSON.stringify(run)},"first":${first},"spans":[${spans.join(',')}],"events":[${events.join(',')}]}`
  }
}

/** A line that another program wrote in its own order, or with an escape in it. */
const parsed = (line: string, placeOf: (span: string) => number): string => {
  const { type, at, span, data } = JSON.parse(line) as JournalEvent // a line of a Journal that was checked
  return JSON.stringify({ type, at, span: placeOf(JSON.stringify(span)), data })
}

/** Reads what one such writer wrote, in its order. */
export const createBriefReader = (): ((brief: BriefEvents) => readonly TraceEvent[]) => {
  const spans: string[] = []
  return ({ run, first, spans: further, events }) => {
    for (const span of further) spans.push(span)
    return events.map(
      ({ type, at, span, data }, index) =>
        // `data` belongs to `type`: only the span was taken out.
        ({ type, seq: first + index, run, at, span: spans[span] ?? '', data }) as TraceEvent,
    )
  }
}
