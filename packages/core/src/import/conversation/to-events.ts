import type { NewEvent } from '../../journal/events.ts'
import type { Usage } from '../../journal/run-types.ts'
import type { ChatMessage } from '../../model/model.ts'
import { DEFAULT_LIMITS } from '../../request/config.ts'
import { sha256Text } from '../../schema/hash.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { nameFrom } from '../../tool/name-from.ts'
import { type ReportRow, reportRow } from '../report.ts'
import type { Conversation, RecordedCall, RecordedMessage, RecordedRequest } from './conversation.ts'
import { LATEST } from './from-spans.ts'
import { resultOf } from './results.ts'

interface Ended {
  readonly events: readonly NewEvent[]
  readonly report: readonly ReportRow[]
}

/** A conversation as the facts of a Run that has ended; `at` is the time of those without one, in milliseconds. */
export const eventsOf = (
  conversation: Conversation,
  path: string,
  { engine, at }: { readonly engine: string; readonly at: number },
): Ended => {
  const { program, requests, title } = conversation
  const [first] = requests
  const events: NewEvent[] = []
  let time = first?.at ?? at
  const idea = `idea://${nameFrom(title) || 'conversation'}`
  const add = <T extends NewEvent['type']>(
    type: T,
    span: string,
    parent: string | null,
    data: Extract<NewEvent, { type: T }>['data'],
  ): void =>
    // The data belongs to the type, as the parameters say.
    void events.push({
      type,
      key: `${span}#${type}`,
      at: new Date(Math.min(time, LATEST)).toISOString(),
      span,
      parent,
      data,
    } as NewEvent)
  const seed = sha256Text(JSON.stringify(requests))
  const model = requests.find((one) => one.model !== undefined)?.model ?? 'unknown'
  add('run.created', '', null, {
    engine,
    idea,
    input: inputOf(requests),
    model,
    profile: '',
    config: {},
    base: {},
    limits: DEFAULT_LIMITS,
    seed,
    pins: {},
    bindings: {},
    imported: { program },
  })
  const tools = [...new Set(requests.flatMap(({ answer }) => answer.calls.map(({ name }) => name)))]
  const resultFor = resultsOf(conversation)
  const missing: string[] = []
  for (const [turn, request] of requests.entries()) {
    const span = `request/${turn}`
    const { answer, ms = 0 } = request
    const isLast = turn === requests.length - 1
    time = Math.max(time + 1, request.at ?? 0)
    const messages = request.messages.map(chatOf)
    add('request.started', span, '', {
      idea,
      turn,
      model: request.model ?? model,
      wire: 'tools',
      strict: false,
      inputs: sha256Text(JSON.stringify(messages)),
      schema: {},
      messages,
      tools: tools.map((name) => ({ name, mode: 'explicit', activity: name })),
    })
    time += ms
    const spanOf = (index: number): string => `${span}/call/${index}`
    const idOf = (index: number): string => `call_${sha256Text(`${seed}/${spanOf(index)}`).slice(0, 20)}`
    for (const [index, call] of answer.calls.entries())
      add('call.proposed', spanOf(index), span, {
        call: idOf(index),
        tool: call.name,
        parameters: call.parameters,
        meta: { _tool: call.name },
        raw: JSON.stringify({ _tool: call.name, ...call.parameters }),
      })
    add('request.completed', span, '', {
      raw: JSON.stringify(chatOf(answer)),
      finish: answer.calls.length > 0 ? 'tool_calls' : 'stop',
      calls: answer.calls.length,
      output: isLast && answer.calls.length === 0 ? resultOf(answer.text) : null,
      usage: tokensOf(request),
      ms,
      firstTokenMs: ms,
      queueMs: 0,
      pieces: [[ms, answer.text.length]],
    })
    for (const [index, call] of answer.calls.entries()) {
      const place = spanOf(index)
      const resolved = call.parameters
      add('call.started', place, span, {
        call: idOf(index),
        mode: 'explicit',
        activity: call.name,
        attempt: 1,
        inputs: sha256Text(JSON.stringify(resolved)),
        resolved,
      })
      const result = resultFor(call)
      if (result !== undefined) {
        add('call.completed', place, span, { call: idOf(index), result, ms: 0 })
        continue
      }
      missing.push(call.name)
      const message = `${program} recorded no result of this call.`
      const error = { code: 'output.missing', message, retryable: false } as const
      add('call.failed', place, span, { call: idOf(index), error, attempt: 1, ms: 0 })
    }
  }
  time += 1
  const last = requests.at(-1)?.answer
  add('run.completed', '', null, {
    output: last === undefined || last.calls.length > 0 ? null : resultOf(last.text),
    usage: usageOf(requests),
  })
  const left =
    missing.length === 0 ? [] : [reportRow(path, 'resultsMissing', { tools: [...new Set(missing)].join(', ') })]
  return { events, report: [...conversation.report, ...left] }
}

const inputOf = (requests: readonly RecordedRequest[]): Json => {
  const asked = requests[0]?.messages.find(({ role }) => role === 'user')
  return asked === undefined ? {} : { request: asked.text }
}

/** The result of a Call's own message first; else the next of the same tool's. */
const resultsOf = ({ results, named }: Conversation): ((call: RecordedCall) => Json | undefined) => {
  const used = new Map<string, number>()
  return (call) => {
    const { name } = call
    const known = results.get(call)
    const count = used.get(name) ?? 0
    used.set(name, count + 1)
    const other = named.get(name)?.[count]
    return known ?? (other === undefined ? undefined : resultOf(other))
  }
}

const chatOf = ({ role, text, calls, callId }: RecordedMessage): ChatMessage => {
  const toolCalls = calls.map(({ id, name, parameters }): JsonObject => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(parameters) },
  }))
  return {
    role,
    content: text,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(role === 'tool' && { tool_call_id: callId ?? '' }),
  }
}

const tokensOf = ({ inputTokens, outputTokens }: RecordedRequest) => ({
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  estimated: inputTokens === undefined || outputTokens === undefined,
})

const usageOf = (requests: readonly RecordedRequest[]): Usage => {
  const all = requests.map(tokensOf)
  return {
    requests: requests.length,
    calls: requests.reduce((sum, { answer }) => sum + answer.calls.length, 0),
    inputTokens: all.reduce((sum, one) => sum + one.inputTokens, 0),
    outputTokens: all.reduce((sum, one) => sum + one.outputTokens, 0),
    cachedTokens: 0,
    reasoningTokens: 0,
    cost: null,
    currency: 'USD',
    estimated: all.some(({ estimated }) => estimated),
  }
}
