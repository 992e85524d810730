import type { Json, JsonObject } from '@ensemble/core'
import type { AgainAnswer } from '@ensemble/core/run'
import type { Stored } from '@ensemble/core/journal'
import { writtenOutput } from '@ensemble/core/host'
import { changedFields, spanDetail, type TraceLog } from '@ensemble/core/trace'

/** An answer as shown: its Calls and output, from any source. */
export interface ShownAnswer {
  /** Its usage; absent if unknown. */
  readonly facts?: { readonly tokens: number; readonly ms: number; readonly cost: number | null }
  readonly calls: readonly ShownCall[]
  readonly output: Json
  readonly raw: string
  readonly error?: string
}
export interface ShownCall {
  readonly tool: string
  readonly parameters: Json
  /** Why it was refused. */
  readonly refused?: string
}

/** Meta fields belong to the system; a person compares what was asked of a Tool. */
const parametersOf = (call: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(call).filter(([name]) => !name.startsWith('_') || name === '_output'))

export const fromAnswer = ({ calls, output, raw, error, usage, ms, cost }: AgainAnswer): ShownAnswer => ({
  calls: calls.map((verdict) =>
    verdict.ok
      ? { tool: String(verdict.call['_tool']), parameters: parametersOf(verdict.call) }
      : { tool: '', parameters: null, refused: verdict.error.message },
  ),
  output,
  raw,
  facts: { tokens: usage.inputTokens + usage.outputTokens, ms, cost },
  ...(error !== undefined && { error: error.message }),
})

/** Gives an event's value as it is, wherever it is stored. */
export type ReadStored = <T>(stored: Stored<T>) => Promise<T>

/** The recorded answer; null where the Request came to none. */
export async function fromRecord(log: TraceLog, request: string, read: ReadStored): Promise<ShownAnswer | null> {
  const answered = spanDetail(log, request)?.modelAnswered
  if (answered === undefined) return null
  const children = log.spans.children.get(request) ?? []
  const calls = await Promise.all(
    children.map(async (id): Promise<ShownCall> => {
      const detail = spanDetail(log, id)
      const refused = detail?.span.status === 'rejected' ? detail.failures.at(-1)?.error.message : undefined
      const input = await read(detail?.input ?? null)
      const written = writtenOutput(await read(detail?.raw))
      const parameters = { ...(input as JsonObject), ...(written !== undefined && { _output: written }) } // an object, or null
      return { tool: detail?.span.tool ?? '', parameters, ...(refused !== undefined && { refused }) }
    }),
  )
  const { usage, ms } = answered
  return {
    calls,
    output: await read(answered.output),
    raw: await read(answered.raw),
    facts: { tokens: usage.inputTokens + usage.outputTokens, ms, cost: null },
  }
}

/** Whether two answers say the same; the order of Calls does not count. */
export function sameAnswer(one: ShownAnswer, other: ShownAnswer): boolean {
  if (one.calls.length !== other.calls.length || changedFields(one.output, other.output).length > 0) return false
  const free = [...other.calls]
  return one.calls.every((call) => {
    const at = free.findIndex((each) => sameCall(call, each))
    if (at >= 0) free.splice(at, 1)
    return at >= 0
  })
}

const sameCall = (one: ShownCall, other: ShownCall): boolean =>
  one.tool === other.tool &&
  one.refused === other.refused &&
  changedFields(one.parameters, other.parameters).length === 0

/** How many of the answers differ from each other. */
export const countDifferent = (answers: readonly ShownAnswer[]): number =>
  answers.filter((answer, at) => !answers.slice(0, at).some((before) => sameAnswer(before, answer))).length
