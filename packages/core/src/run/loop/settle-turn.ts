import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { CallRecord, Message, Reasoned } from '../../idea/message.ts'
import { clip } from '../../schema/clip.ts'
import type { Json } from '../../schema/json.ts'
import type { LoopScope } from '../perform/loop-scope.ts'
import { pathKey } from '../perform/output-target.ts'
import type { CallPlace } from '../record/call-place.ts'
import { recordWrite, type Written } from '../perform/writes.ts'

/** One Call of a turn, from the model's text to its result or error. */
export interface TurnCall {
  readonly index: number
  readonly place: CallPlace
  /** As Messages show it. Its id is the same in every Run, so that the same answer gives the same bytes. */
  readonly record: CallRecord
  /** As the model made it; undefined where it was refused. */
  readonly accepted?: ProposedCall
  readonly instance?: string | undefined
  readonly settled: Promise<Settled>
}
export type Settled =
  | {
      readonly type: 'result'
      readonly result: Json
      readonly ref?: string
      /** By the member of the result that was written there, `a.b`. */
      readonly refs?: { readonly [member: string]: string }
      readonly written: readonly Written[]
      /** Its output path, where no alternative of it accepts the result. */
      readonly unwritten?: string
    }
  | { readonly type: 'error'; readonly error: CallError }

export interface TurnResult {
  readonly calls: number
  readonly failures: number
  readonly messages: readonly Message[]
}

/** Waits for the Calls of a turn: their Messages in the order of the Calls, what they wrote put into the state (docs/contract/protocol.md#the-loop, docs/contract/protocol.md#state). */
export async function settleTurn(
  { run, memory, repeats }: LoopScope,
  calls: readonly TurnCall[],
  reasoned?: Reasoned,
): Promise<TurnResult> {
  const ends = await Promise.all(calls.map((call) => call.settled))
  const contested = contestedPaths(calls, ends)
  const messages: Message[] = []
  const told: Message[] = []
  const records = calls.map((call) => call.record)
  if (calls.length > 0)
    messages.push(reasoned ? { type: 'calls', calls: records, reasoned } : { type: 'calls', calls: records })
  let failures = 0
  let position = 0
  for (const call of calls) {
    const end = ends[position++]
    if (end && call.accepted)
      repeats.ended(call.accepted, end.type === 'result' ? end.result : { error: end.error.message })
    if (end?.type === 'error') {
      failures++
      messages.push(errorMessage(call, end.error))
    } else if (end) {
      for (const written of end.written) {
        // In the order of the Calls the later one wins; the record says so, whichever finished first.
        if (contested.has(pathKey(call.instance, written.path)))
          await recordWrite(run, call.place, written, memory.view(call.instance).state)
        memory.write(call.instance, [written])
      }
      messages.push(resultMessage(call, end))
      if (end.unwritten !== undefined) told.push(unwrittenMessage(position, call.record.tool, end.unwritten))
    }
  }
  // After the answers to all Calls, which come in a row.
  return { calls: calls.length, failures, messages: told.length === 0 ? messages : [...messages, ...told] }
}

/** A path leads through names that a model wrote, and costs in every turn after it. */
const LONGEST_PATH = 1000

const errorMessage = ({ record }: TurnCall, { code, message, path }: CallError): Message => ({
  type: 'error',
  call: record.id,
  tool: record.tool,
  error: path === undefined || path.length > LONGEST_PATH ? { code, message } : { code, message, path },
})

/** The Call has its result, so the error belongs to the missing write. */
const unwrittenMessage = (n: number, tool: string, outputPath: string): Message => ({
  type: 'error',
  error: {
    code: 'output.invalid',
    message: `The result of call ${n}, of ${tool}, was not written to the state: no schema of ${clip(outputPath)} accepts it.`,
    path: '/_outputPath',
  },
})

const resultMessage = (
  { record }: TurnCall,
  { result, ref, refs }: Settled & { readonly type: 'result' },
): Message => ({ type: 'result', call: record.id, tool: record.tool, result, ...(ref ? { ref } : refs && { refs }) })

/** Paths that more than one Call of the turn wrote. */
function contestedPaths(calls: readonly TurnCall[], ends: readonly Settled[]): ReadonlySet<string> {
  if (ends.every((end) => end.type !== 'result' || end.written.length === 0)) return NONE
  const seen = new Set<string>()
  const contested = new Set<string>()
  let position = 0
  for (const call of calls) {
    const end = ends[position++]
    if (end?.type !== 'result') continue
    for (const { path } of end.written) {
      const key = pathKey(call.instance, path)
      if (seen.has(key)) contested.add(key)
      seen.add(key)
    }
  }
  return contested
}

const NONE: ReadonlySet<string> = new Set()
