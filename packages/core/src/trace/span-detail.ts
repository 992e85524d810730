import type { CallError } from '../call/call-error.ts'
import type { EventData, Stored } from '../journal/events.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { cursorAt } from './cursor.ts'
import { countUpTo } from './history.ts'
import type { Span } from './span.ts'
import { parentOf } from '../journal/parent-of.ts'
import { loopOf, spanKind } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'
import type { TraceLog } from './log-types.ts'
import { callInstance } from './trace-log.ts'

/** A refusal or failure, in order; a repaired Call has some and a result. */
export interface CheckFailure {
  readonly seq: number
  readonly error: CallError | { readonly code: string; readonly message: string }
  readonly attempt?: number
}

/** All facts about one span up to a position. Large values are BodyRefs: fetch them to show them. */
export interface SpanDetail {
  readonly span: Span
  /** The Run's input, or a Call's parameters as the model wrote them. */
  readonly input?: Stored<Json>
  /** A Call's parameters once references were read. */
  readonly resolved?: Stored<JsonObject>
  readonly meta?: JsonObject
  readonly reasoning?: string
  /** The model's `_output`: the result of a latent Call, a guess in any other. */
  readonly prediction?: Stored<Json>
  /** The question behind this span: its own for a Request, the Request that proposed it for a Call. */
  readonly modelSaw?: EventData['request.started'] & { readonly request: string; readonly previous?: string }
  readonly modelAnswered?: EventData['request.completed']
  /** A Call's own text in the answer. */
  readonly raw?: Stored<string>
  readonly failures: readonly CheckFailure[]
  readonly approvals: readonly (
    EventData['approval.requested'] | (EventData['approval.decided'] & { readonly decided: true })
  )[]
  readonly module?: EventData['module.entered']
  readonly result?: Stored<Json>
  /** Where the result was written: `†state.song`. */
  readonly ref?: string
  readonly stateBefore: JsonObject
  readonly stateAfter: JsonObject
  readonly log: readonly { readonly at: string; readonly level: string; readonly text: string }[]
  readonly artifacts: readonly EventData['artifact.created'][]
}

/** Undefined where the span had not appeared after event `seq`. */
export const spanDetail = (log: TraceLog, id: string, seq: number = log.events.length): SpanDetail | undefined => {
  const span = cursorAt(log, seq).span(id)
  if (span === undefined) return undefined
  const events = eventsOf(log, id, seq)
  const first = events[0]?.seq ?? 1
  const last = events.at(-1)?.seq ?? first
  const loop = loopOf(id)
  const instance = callInstance(log, id)
  const detail: Mutable<SpanDetail> = {
    span,
    failures: [],
    approvals: [],
    log: [],
    artifacts: [],
    stateBefore: cursorAt(log, first - 1).state(loop, instance),
    stateAfter: cursorAt(log, last).state(loop, instance),
    ...question(log, span.kind === 'call' ? (parentOf(id) ?? '') : id, seq),
  }
  for (const event of events) Object.assign(detail, noted(detail, event))
  return detail
}

/**
 * A Request's streamed text by `time`, from its recorded answer and pieces. `askedAt` is when its slot was free. Both
 * in milliseconds since the epoch.
 */
export const textAt = (
  answer: { readonly raw: string; readonly pieces: readonly (readonly [ms: number, chars: number])[] },
  askedAt: number,
  time: number,
): string => {
  let chars = 0
  for (const [ms, count] of answer.pieces) {
    if (askedAt + ms > time) break
    chars += count
  }
  return answer.raw.slice(0, chars)
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const eventsOf = (log: TraceLog, id: string, seq: number): readonly TraceEvent[] => {
  const seqs = log.bySpan.get(id) ?? []
  return seqs.slice(0, countUpTo(seqs, seq)).flatMap((at) => log.events[at - 1] ?? [])
}

/** The view and answer of the Request's model, and the Request before it in the same Loop. */
const question = (log: TraceLog, request: string, seq: number): Pick<SpanDetail, 'modelSaw' | 'modelAnswered'> => {
  if (spanKind(request) !== 'request') return {}
  const found: Mutable<Pick<SpanDetail, 'modelSaw' | 'modelAnswered'>> = {}
  const siblings = log.spans.children.get(parentOf(request) ?? '') ?? []
  const previous = siblings[siblings.indexOf(request) - 1]
  for (const event of eventsOf(log, request, seq)) {
    if (event.type === 'request.started')
      found.modelSaw = { ...event.data, request, ...(previous === undefined ? {} : { previous }) }
    if (event.type === 'request.completed') found.modelAnswered = event.data
  }
  return found
}

const noted = (detail: SpanDetail, event: TraceEvent): Partial<SpanDetail> => {
  const failed = (error: CheckFailure['error'], attempt?: number): Partial<SpanDetail> => ({
    failures: [...detail.failures, { seq: event.seq, error, ...(attempt === undefined ? {} : { attempt }) }],
  })
  switch (event.type) {
    case 'run.created':
      return { input: event.data.input }
    case 'run.completed':
      return { result: event.data.output }
    case 'run.failed':
      return failed(event.data.error)
    case 'request.failed':
      return { ...failed(event.data), ...(event.data.raw === undefined ? {} : { raw: event.data.raw }) }
    case 'request.completed':
      return { result: event.data.output, raw: event.data.raw }
    case 'answer.rejected':
      return failed(event.data.error)
    case 'call.proposed': {
      const { parameters, meta, raw, reasoning, prediction } = event.data
      return { input: parameters, meta, raw, ...definedOf({ reasoning, prediction }) }
    }
    case 'call.rejected':
      return { ...failed(event.data.error), ...definedOf({ raw: event.data.raw }) }
    case 'call.started':
      return { resolved: event.data.resolved }
    case 'call.failed':
      return failed(event.data.error, event.data.attempt)
    case 'call.completed':
      return { result: event.data.result, ...definedOf({ ref: event.data.ref }) }
    case 'approval.requested':
      return { approvals: [...detail.approvals, event.data] }
    case 'approval.decided':
      return { approvals: [...detail.approvals, { ...event.data, decided: true }] }
    case 'module.entered':
      return { module: event.data }
    case 'call.logged':
      return { log: [...detail.log, { at: event.at, level: event.data.level, text: event.data.text }] }
    case 'artifact.created':
      return { artifacts: [...detail.artifacts, event.data] }
    default:
      return {}
  }
}

const definedOf = <T extends object>(value: T): Partial<T> =>
  // The entries are T's own, only fewer.
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>
