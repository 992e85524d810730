import { canonicalJson } from '../schema/hash.ts'
import { hasOwn, type Json, type JsonObject } from '../schema/json.ts'
import { parentOf } from '../journal/parent-of.ts'
import { loopOf, ordinalOf, spanKind } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/**
 * A Run's outcome without times and order: `{ status, output, error?, calls }`, with a list of Calls for each Tool.
 * Expectations point into it: `/output/title`, `/calls/compose/0/calls/writeMelody/0/result`.
 */
export type Outcome = JsonObject

interface Made {
  readonly tool: string
  /** The Request that proposed it, within its Loop. */
  readonly turn: number
  readonly span: string
  readonly parameters: Json
  readonly ended: JsonObject
}

/**
 * The outcome of hydrated events. Calls of one Tool are in order of turns, then arguments: parallel order doesn't
 * matter.
 */
export const outcomeOf = (events: readonly TraceEvent[]): Outcome => {
  const made = new Map<string, Made>()
  let end: JsonObject = { status: 'running', output: null }
  for (const event of events) {
    const call = made.get(event.span)
    const ended = (value: JsonObject): void => {
      if (call !== undefined) made.set(event.span, { ...call, ended: value })
    }
    switch (event.type) {
      case 'call.proposed':
        // Hydrated: separate values are back in place, so it is JSON.
        made.set(event.span, begun(event.span, event.data.tool, event.data.parameters as Json))
        break
      case 'call.rejected':
        if (call === undefined)
          made.set(event.span, { ...begun(event.span, event.data.tool ?? '?', null), ended: errorOf(event.data.error) })
        else ended(errorOf(event.data.error))
        break
      case 'call.completed':
        ended({ result: event.data.result as Json }) // hydrated
        break
      case 'call.failed':
        ended(errorOf(event.data.error))
        break
      case 'run.completed':
        end = { status: 'completed', output: event.data.output as Json } // hydrated
        break
      case 'run.failed':
        end = { status: 'failed', output: null, ...errorOf(event.data.error) }
        break
      case 'run.cancelled':
        end = { status: 'cancelled', output: null }
        break
      default:
    }
  }
  return { ...end, calls: callsOf('', byLoop(made.values())) }
}

const begun = (span: string, tool: string, parameters: Json): Made => ({
  tool,
  span,
  parameters,
  ended: {},
  turn: ordinalOf(parentOf(span) ?? ''),
})

/** An error's code: the sentence is for people and models, and may change. */
const errorOf = ({ code }: { readonly code: string }): JsonObject => ({ error: code })

const byLoop = (made: Iterable<Made>): ReadonlyMap<string, readonly Made[]> => {
  const loops = new Map<string, Made[]>()
  for (const call of made) {
    const request = parentOf(call.span) ?? ''
    const loop = spanKind(request) === 'request' ? loopOf(request) : ''
    const siblings = loops.get(loop)
    if (siblings === undefined) loops.set(loop, [call])
    else siblings.push(call)
  }
  return loops
}

const callsOf = (loop: string, loops: ReadonlyMap<string, readonly Made[]>): JsonObject => {
  const inOrder = (loops.get(loop) ?? [])
    .map(({ tool, turn, span, parameters, ended }) => {
      const told: Json = { parameters, ...ended, ...(loops.has(span) && { calls: callsOf(span, loops) }) }
      // Arguments first; of Calls with equal ones, what they came to.
      return { tool, turn, told, text: canonicalJson([parameters, told]) }
    })
    .sort(
      (one, other) => one.turn - other.turn || compareTexts(one.tool, other.tool) || compareTexts(one.text, other.text),
    )
  const calls: Record<string, Json[]> = {}
  for (const { tool, told } of inOrder) {
    if (hasOwn(calls, tool)) calls[tool]?.push(told)
    // A Tool may have any name, `__proto__` too.
    else Object.defineProperty(calls, tool, { value: [told], enumerable: true, writable: true, configurable: true })
  }
  return calls
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
