import type { EventData, EventType, JournalEvent } from '../../journal/events.ts'
import type { Sha256 } from '../../schema/json.ts'

/** Where a kept fact was recorded first. */
export interface Source {
  readonly run: string
  readonly seq: number
}

type Of<T extends EventType> = JournalEvent & { readonly type: T }

/** The recorded events of a Run that is forked, by place. */
export interface SourceFacts {
  all<T extends EventType>(span: string, type: T): readonly Of<T>[]
  isKept(event: JournalEvent | undefined): boolean
  /** The event's data with its source. */
  keep<T extends EventType>(event: Of<T>): EventData[T] & { readonly source: Source }
  wasStarted(span: string, inputs: Sha256): boolean
  /** Whether a Call with these inputs has an end that is kept. */
  hasEnded(span: string, inputs: Sha256): boolean
  /** Whether anything was read of an answer, taken or refused: from then on its Request is never asked again. */
  hasCalls(span: string): boolean
  /** Whether the same turn's question went on to another model, and that is kept. */
  wasAskedElsewhere(span: string): boolean
}

export interface SourceOptions {
  readonly run: string
  /** The source's events, hydrated. */
  readonly events: readonly JournalEvent[]
  /** Only what was complete at this seq; everything unchanged where absent. */
  readonly upTo: number | undefined
  /** A record at this place is kept for any question or input: the place was another Run's, of the same Loop. */
  readonly anyQuestion?: boolean
  /** Told of each effect that is kept, by its key in the source. */
  readonly onKept?: (key: string) => void
}

export function createSourceFacts({
  run,
  events,
  upTo,
  anyQuestion = false,
  onKept = () => {},
}: SourceOptions): SourceFacts {
  const byPlace = new Map<string, JournalEvent[]>()
  for (const event of events) {
    const place = `${event.span}#${event.type}`
    byPlace.set(place, [...(byPlace.get(place) ?? []), event])
  }
  const all = <T extends EventType>(span: string, type: T): readonly Of<T>[] =>
    (byPlace.get(`${span}#${type}`) ?? []) as unknown as readonly Of<T>[] // a place names its type
  const isKept = (event: JournalEvent | undefined): boolean =>
    event !== undefined && (upTo === undefined || event.seq <= upTo)
  const wasStarted = (span: string, inputs: Sha256): boolean =>
    all(span, 'call.started').some((event) => anyQuestion || event.data.inputs === inputs)
  return {
    all,
    isKept,
    keep: <T extends EventType>(event: Of<T>) => {
      onKept(event.key)
      // A kept event's data is of its own type, plus a source.
      return { ...event.data, source: { run, seq: event.seq } } as unknown as EventData[T] & { readonly source: Source }
    },
    wasStarted,
    hasEnded: (span, inputs) =>
      wasStarted(span, inputs) && (isKept(all(span, 'call.completed')[0]) || isKept(all(span, 'call.failed').at(-1))),
    hasCalls: (span) =>
      all(`${span}/call/0`, 'call.proposed').length > 0 || all(`${span}/call/0`, 'call.rejected').length > 0,
    wasAskedElsewhere(span) {
      const [own] = all(span, 'request.started')
      const [next] = all(nextRequest(span), 'request.started')
      // A refused schema is not of this: its endpoint is asked again, since what it refuses is learned by the process.
      if (own === undefined || next === undefined || !isKept(next)) return false
      return next.data.turn === own.data.turn && next.data.model !== own.data.model
    },
  }
}

/** The span of the Loop's next Request. */
const nextRequest = (span: string): string => span.replace(/\d+$/, (ordinal) => String(Number(ordinal) + 1))
