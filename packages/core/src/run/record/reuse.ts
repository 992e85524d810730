import { formatAddress, parseAddress } from '../../idea/address.ts'
import type { EventData, JournalEvent } from '../../journal/events.ts'
import type { Json, JsonObject, Sha256 } from '../../schema/json.ts'
import type { AskedBytes } from './request-events.ts'
import { reboundCalls, type BindingEdit, type Rebound } from './binding-edit.ts'
import { createSourceFacts, type SourceOptions } from './source-facts.ts'

/**
 * A change to one recorded fact, from which a fork continues (docs/contract/api.md, fork). `key` names the fact, or its
 * span.
 */
export type ForkEdit =
  | { readonly type: 'answer'; readonly key: string; readonly raw?: string; readonly solution?: Json }
  | { readonly type: 'call'; readonly key: string; readonly parameters: JsonObject }
  | { readonly type: 'result'; readonly key: string; readonly result: Json }
  | { readonly type: 'input'; readonly input: Json }
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'idea'; readonly address: string; readonly content: Json }
  | BindingEdit

export type KeptRequest =
  | {
      readonly type: 'completed'
      readonly data: EventData['request.completed']
      /** A person's replacement for the answer; its text depends on the wire. */
      readonly solution?: Json
    }
  | { readonly type: 'failed'; readonly data: EventData['request.failed'] }
export interface KeptCall {
  readonly artifacts: readonly EventData['artifact.created'][]
  readonly end:
    | { readonly type: 'completed'; readonly data: EventData['call.completed'] }
    | { readonly type: 'failed'; readonly data: EventData['call.failed'] }
}

/** The effects of a source Run that a fork keeps: those whose key and input hash are unchanged (docs/contract/protocol.md#the-journal, fork). */
export interface Reuse {
  /** The recorded answer to this very question, or the one a person wrote in its place. */
  request(span: string, asked: AskedBytes): KeptRequest | undefined
  call(span: string, inputs: () => Sha256): KeptCall | undefined
  /**
   * The decision on exactly these arguments. An approval is kept only with its Call's recorded effect, whose inputs are
   * `inputsOf` the decided parameters, and only if the Call's Module is unchanged.
   */
  decision(
    span: string,
    n: number,
    hash: Sha256,
    inputsOf: (edited: JsonObject | undefined) => Sha256,
  ): EventData['approval.decided'] | undefined
  /** Parameters that a person put in the place of the model's, here or in the source, where the model wrote `raw` there too. */
  parameters(span: string, raw: string): JsonObject | undefined
  /** The host's result for the source's Call, if the model wrote the same `raw` and the Call's end is kept. */
  host(span: string, raw: string): { readonly host?: JsonObject | undefined } | undefined
  /** A result that a person put in the place of the recorded one. */
  result(span: string): Json | undefined
  /** Whether the recorded one is a person's, from a fork that the source is. */
  isEdited(span: string): boolean
}

export const NO_REUSE: Reuse = {
  request: () => undefined,
  call: () => undefined,
  decision: () => undefined,
  parameters: () => undefined,
  host: () => undefined,
  result: () => undefined,
  isEdited: () => false,
}

/** As events name it. */
const addressOf = (address: string): string => {
  const parsed = parseAddress(address)
  return parsed.type === 'invalid' ? address : formatAddress(parsed)
}
const spanOf = (key: string): string => key.split('#')[0] ?? ''

/** Whether an edit lets something inside the Module of a Call happen otherwise. */
const reachInto = (
  edit: ForkEdit | undefined,
  events: readonly JournalEvent[],
  rebound: Rebound | undefined,
): ((span: string) => boolean) => {
  if (edit === undefined || edit.type === 'input') return () => false
  if (edit.type === 'model') return () => true
  if (edit.type === 'binding') return (span) => rebound?.isBelow(`${span}/`) === true
  if (edit.type !== 'idea') return (span) => spanOf(edit.key).startsWith(`${span}/`)
  const address = addressOf(edit.address)
  return (span) =>
    events.some(
      (event) =>
        event.type === 'module.entered' &&
        (event.span === span || event.span.startsWith(`${span}/`)) &&
        (event.data.address === address || (event.data.pins !== undefined && Object.hasOwn(event.data.pins, address))),
    )
}

export interface ReuseOptions extends SourceOptions {
  readonly edit: ForkEdit | undefined
}

export function createReuse({ edit, ...source }: ReuseOptions): Reuse {
  const { events, anyQuestion = false } = source
  const { all, isKept, keep, wasStarted, hasEnded, hasCalls, wasAskedElsewhere } = createSourceFacts(source)
  const rebound = edit?.type === 'binding' ? reboundCalls(events, edit) : undefined
  const isSameQuestion = (span: string, asked: AskedBytes): boolean => {
    const started = all(span, 'request.started')[0]?.data
    return (
      started?.inputs === asked.inputs ||
      (started !== undefined && rebound?.keepsAnswer(started, asked.make()) === true)
    )
  }
  const reaches = reachInto(edit, events, rebound)
  const reachesInto = (span: string): boolean => all(span, 'module.entered').length > 0 && reaches(span)
  const edits = edit && 'key' in edit ? { edit, span: spanOf(edit.key) } : undefined
  return {
    request(span, asked) {
      const [completed] = all(span, 'request.completed')
      if (edits?.edit.type === 'answer' && edits.span === span) return editedAnswer(edits.edit, completed?.data)
      if (!anyQuestion && !isSameQuestion(span, asked)) return undefined
      if (completed && isKept(completed)) return { type: 'completed', data: keep(completed) }
      const [failed] = all(span, 'request.failed')
      // A failure that the transport caused may pass another time; one with Calls, or after which another model was asked, is part of what happened.
      if (failed && isKept(failed) && (hasCalls(span) || wasAskedElsewhere(span)))
        return { type: 'failed', data: keep(failed) }
      return undefined
    },
    call(span, inputs) {
      if (rebound?.isRebound(span) || !wasStarted(span, inputs())) return undefined
      const artifacts = all(span, 'artifact.created').map((event) => event.data)
      const [completed] = all(span, 'call.completed')
      if (completed && isKept(completed)) return { artifacts, end: { type: 'completed', data: keep(completed) } }
      const failed = all(span, 'call.failed').at(-1)
      if (failed && !completed && isKept(failed)) return { artifacts, end: { type: 'failed', data: keep(failed) } }
      return undefined
    },
    decision(span, n, hash, inputsOf) {
      const event = all(span, 'approval.decided')[n - 1]
      if (!event || event.data.hash !== hash || !isKept(event)) return undefined
      const { decision, parameters } = event.data
      if (decision !== 'approve' && decision !== 'edit') return keep(event)
      // Hydrated: an edit's parameters are an object.
      const inputs = inputsOf(parameters as JsonObject | undefined)
      if (rebound?.isRebound(span)) return undefined
      return hasEnded(span, inputs) && !reachesInto(span) ? keep(event) : undefined
    },
    parameters(span, raw) {
      if (edits?.edit.type === 'call' && edits.span === span) return edits.edit.parameters
      const [proposed] = all(span, 'call.proposed')
      const isEdited = proposed?.data.edited === true && proposed.data.raw === raw && isKept(proposed)
      return isEdited ? (proposed.data.parameters as JsonObject) : undefined // hydrated
    },
    host(span, raw) {
      const [proposed] = all(span, 'call.proposed')
      const ends = [all(span, 'call.completed')[0], all(span, 'call.failed').at(-1), all(span, 'call.rejected')[0]]
      // A Call that runs again is another one: the host may want it confirmed by now.
      if (rebound?.isRebound(span) || !ends.some(isKept)) return undefined
      return proposed?.data.raw === raw ? { host: proposed.data.host } : undefined
    },
    result: (span) => (edits?.edit.type === 'result' && edits.span === span ? edits.edit.result : undefined),
    isEdited: (span) =>
      all(span, 'call.completed')[0]?.data.edited === true || all(span, 'call.failed').at(-1)?.data.edited === true,
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false }

function editedAnswer(
  edit: ForkEdit & { readonly type: 'answer' },
  recorded: EventData['request.completed'] | undefined,
): KeptRequest {
  const { raw, solution = null } = edit
  const written = writtenAnswer(solution, recorded?.finish)
  return raw === undefined ? written : { type: 'completed', data: { ...written.data, raw } }
}

/** An answer that no model gave. */
export function writtenAnswer(solution: Json, finish = 'stop'): KeptRequest & { readonly type: 'completed' } {
  const times = { ms: 0, firstTokenMs: 0, queueMs: 0, pieces: [] }
  const data = { raw: '', finish, calls: 0, output: null, usage: NO_TOKENS, ...times, edited: true } as const
  return { type: 'completed', data, solution }
}
