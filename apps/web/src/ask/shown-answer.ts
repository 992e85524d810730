import { writtenOutput, type AgainAnswer, type Json, type JsonObject } from '@ensemble/core'
import { changedFields, spanDetail, type TraceLog } from '@ensemble/core/trace'

/** An answer as it is shown: what it called and what it gave, whoever said it. */
export interface ShownAnswer {
  /** What it took; absent where that is not known. */
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
  ...{ output, raw, facts: { tokens: usage.inputTokens + usage.outputTokens, ms, cost } },
  ...(error !== undefined && { error: error.message }),
})

/** The recorded answer. Large values of it are fetched by `whole`. */
export async function fromRecord(
  log: TraceLog,
  request: string,
  whole: (value: unknown) => Promise<unknown>,
): Promise<ShownAnswer | null> {
  const answered = spanDetail(log, request)?.modelAnswered
  if (answered === undefined) return null
  const children = log.spans.children.get(request) ?? []
  const calls = await Promise.all(
    children.map(async (id): Promise<ShownCall> => {
      const detail = spanDetail(log, id)
      const refused = detail?.span.status === 'rejected' ? detail.failures.at(-1)?.error.message : undefined
      const input = (await whole(detail?.input ?? null)) as Json // an event's value is JSON
      const text = (await whole(detail?.raw)) as Json | undefined // as above
      const written = writtenOutput(text)
      const parameters = { ...(input as JsonObject), ...(written !== undefined && { _output: written }) } // an object, or null
      return { tool: detail?.span.tool ?? '', parameters, ...(refused !== undefined && { refused }) }
    }),
  )
  // As the two fields of an event they are JSON and text.
  const { usage, ms } = answered
  return {
    calls,
    ...{ output: (await whole(answered.output)) as Json, raw: String(await whole(answered.raw)) },
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
