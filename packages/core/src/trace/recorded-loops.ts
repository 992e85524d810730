import type { EventData, JournalEvent } from '../journal/events.ts'
import { parentOf } from '../journal/parent-of.ts'
import { isObject, type Json, type JsonObject, type Sha256 } from '../schema/json.ts'
import { loopOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/** One Call as it was recorded, with the values in place of their hashes. `seq`s are of its events. */
export interface RecordedCallFacts {
  readonly span: string
  readonly loop: string
  readonly request: string
  readonly tool: string
  readonly at: number
  /** As the model or a person wrote them, with references. */
  parameters: JsonObject
  readonly meta: JsonObject
  mode?: EventData['call.started']['mode']
  activity?: string
  resolved?: JsonObject
  started?: number
  result?: Json
  completed?: number
  /** A person wrote the parameters, or the result. */
  wrote: { parameters?: true; result?: true }
  wasAsked?: true
  entered?: EventData['module.entered'] & { readonly seq: number }
}

/** A value a Call wrote into the state of its Loop. */
export interface RecordedWrite {
  readonly seq: number
  readonly call: string
  readonly ref: string
  readonly value: Json
}

/** One Loop: the Run's own, or a Module's, at its Call's span. */
export interface RecordedLoop {
  readonly span: string
  readonly address: string
  readonly idea?: Sha256
  readonly input: Json
  readonly requests: { readonly span: string; readonly seq: number; output?: Json; isEdited?: true }[]
  readonly calls: RecordedCallFacts[]
  readonly writes: RecordedWrite[]
}

export interface RecordedLoops {
  /** In the order in which they began. */
  readonly loops: ReadonlyMap<string, RecordedLoop>
  readonly calls: ReadonlyMap<string, RecordedCallFacts>
  readonly output?: Json
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The Loops of a Run with their Requests, Calls and writes. Takes hydrated events; a hash in place of a value counts as a value. */
export const recordedLoops = (events: readonly (TraceEvent | JournalEvent)[]): RecordedLoops => {
  const loops = new Map<string, RecordedLoop>()
  const calls = new Map<string, RecordedCallFacts>()
  const found: Mutable<RecordedLoops> = { loops, calls }
  const loopAt = (span: string): RecordedLoop | undefined => loops.get(loopOf(span))
  const newLoop = (span: string, address: string, input: Json, idea: Sha256 | undefined): void =>
    void loops.set(span, {
      span,
      address,
      input,
      requests: [],
      calls: [],
      writes: [],
      ...(idea !== undefined && { idea }),
    })
  for (const event of events) {
    const { span, seq } = event
    const call = calls.get(span)
    switch (event.type) {
      case 'run.created':
        newLoop('', event.data.idea, event.data.input as Json, event.data.pins[event.data.idea])
        break
      case 'request.started':
        loopAt(span)?.requests.push({ span, seq })
        break
      case 'request.completed': {
        const request = loopAt(span)?.requests.find((each) => each.span === span)
        if (request === undefined) break
        if (event.data.output !== null) request.output = event.data.output as Json
        if (event.data.edited === true) request.isEdited = true
        break
      }
      case 'call.proposed': {
        const { tool, parameters, meta, edited } = event.data
        const made: RecordedCallFacts = {
          span,
          loop: loopOf(span),
          request: parentOf(span) ?? '',
          tool,
          at: seq,
          parameters: isObject(parameters) ? (parameters as JsonObject) : {},
          meta,
          wrote: edited === true ? { parameters: true } : {},
        }
        calls.set(span, made)
        loopAt(span)?.calls.push(made)
        break
      }
      case 'approval.requested':
        if (call !== undefined && event.data.why !== 'question') call.wasAsked = true
        break
      case 'approval.decided':
        if (call === undefined) break
        if (event.data.decision === 'edit' && isObject(event.data.parameters)) {
          call.parameters = event.data.parameters as JsonObject
          call.wrote.parameters = true
        }
        if (event.data.decision === 'answer') call.wrote.result = true
        break
      case 'call.started':
        if (call === undefined) break
        call.mode = event.data.mode
        call.started = seq
        call.resolved = event.data.resolved as JsonObject
        if (event.data.activity !== undefined) call.activity = event.data.activity
        if (event.data.pinned === true) call.wrote.result = true
        break
      case 'module.entered':
        if (call === undefined) break
        call.entered = { ...event.data, seq }
        newLoop(span, event.data.address, call.resolved ?? {}, event.data.hash === '' ? undefined : event.data.hash)
        break
      case 'call.completed':
        if (call === undefined) break
        call.result = event.data.result as Json
        call.completed = seq
        if (event.data.edited === true) call.wrote.result = true
        break
      case 'state.written':
        loopAt(span)?.writes.push({ seq, call: span, ref: event.data.ref, value: event.data.after as Json })
        break
      case 'run.completed':
        found.output = event.data.output as Json
        break
      default:
    }
  }
  return found
}
