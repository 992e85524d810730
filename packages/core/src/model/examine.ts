import type { JsonObject } from '../schema/json.ts'
import {
  ModelError,
  type ApiName,
  type AskOptions,
  type Capabilities,
  type ChatBody,
  type Model,
  type ModelDelta,
} from './model.ts'
import { probeEndpoint } from './probe.ts'

/**
 * A model's behaviour when tried; Requests choose their wire by `capabilities` (docs/contract/protocol.md#composition).
 */
export interface Examination {
  readonly model: string
  readonly endpoint: string
  readonly simulated: boolean
  readonly capabilities: Capabilities
  /** The answer came in pieces. */
  readonly streaming: boolean
  /** The endpoint said how many tokens it took. */
  readonly usage: boolean
  /** Two functions were called in one answer. */
  readonly parallelCalls: boolean
  /** An answer came with reasoning that can be given back. */
  readonly reasoning?: true
}

const COUNTING: ChatBody['messages'] = [
  { role: 'user', content: 'Count from one to twenty in words, separated by commas.' },
]

const CITY: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const toolOf = (name: string, description: string): JsonObject => ({
  type: 'function',
  function: { name, description, parameters: CITY },
})

const parallelBody = (model: string): ChatBody => ({
  model,
  messages: [{ role: 'user', content: 'What are the weather and the time in Oslo? Call both functions at once.' }],
  tools: [toolOf('get_weather', 'The weather of a city.'), toolOf('get_time', 'The local time of a city.')],
  tool_choice: 'auto',
})

const collect = async (
  model: Model,
  body: ChatBody,
  how: Pick<AskOptions, 'signal' | 'whole'>,
): Promise<readonly ModelDelta[]> => {
  const deltas: ModelDelta[] = []
  for await (const delta of model.ask(body, { ...how, seed: 'examine' })) deltas.push(delta)
  return deltas
}

/** How many functions one answer called; none where the endpoint refuses the question. */
const countCalls = async (model: Model, how: Pick<AskOptions, 'signal' | 'whole'>): Promise<number> => {
  try {
    const deltas = await collect(model, parallelBody(model.name), how)
    return new Set(deltas.flatMap((delta) => (delta.type === 'call' ? [delta.index] : []))).size
  } catch (error) {
    if (error instanceof ModelError && error.details.retryable !== true) return 0
    throw error
  }
}

/** Tries a model with a few small questions in turn. Throws ModelError if the endpoint is away, slow or locked. */
export const examineEndpoint = async (model: Model, signal: AbortSignal): Promise<Examination> => {
  const { name, endpoint, simulated } = model
  const counted = await collect(model, { model: name, messages: COUNTING }, { signal })
  const capabilities = await probeEndpoint(model, signal)
  return {
    model: name,
    endpoint,
    simulated,
    capabilities,
    ...(counted.some(({ type }) => type === 'reasoningItem') && { reasoning: true as const }),
    streaming: counted.filter(({ type }) => type === 'text' || type === 'reasoning').length > 1,
    usage: counted.some((delta) => delta.type === 'usage' && !delta.usage.estimated),
    parallelCalls:
      capabilities.tools && (await countCalls(model, { signal, whole: capabilities.streams === false })) > 1,
  }
}

/** The abilities of a model through one API, in words. */
const abilitiesOf = ({ capabilities, streaming, usage, parallelCalls }: Examination): ReadonlySet<string> => {
  const { structured, strict, tools, streams = true, files = [], keywords = [] } = capabilities
  const does = { structured, strict, tools, streams, streaming, usage, parallelCalls }
  return new Set([...Object.entries(does).flatMap(([name, can]) => (can ? [name] : [])), ...files, ...keywords])
}

const HAS_NO_SUCH_API = new Set([400, 404, 405, 501])

/**
 * Tries a model through both APIs of its endpoint. Responses is chosen where it loses nothing that Chat Completions does
 * and adds something: an ability, or reasoning that can be given back. Throws as `examineEndpoint` does.
 */
export const examineApis = async (create: (api: ApiName) => Model, signal: AbortSignal): Promise<Examination> => {
  const chat = await examineEndpoint(create('chat'), signal).catch((error: unknown) => {
    if (error instanceof ModelError && HAS_NO_SUCH_API.has(error.details.status ?? 0)) return error
    throw error
  })
  const responses = await examineEndpoint(create('responses'), signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return error
  })
  if (!isExamination(responses)) {
    if (chat instanceof ModelError) throw chat
    return chat
  }
  const chosen: Examination = { ...responses, capabilities: { ...responses.capabilities, api: 'responses' } }
  if (chat instanceof ModelError) return chosen
  const [here, there] = [abilitiesOf(chat), abilitiesOf(responses)]
  const adds = responses.reasoning === true || there.size > here.size
  return adds && [...here].every((ability) => there.has(ability)) ? chosen : chat
}

const isExamination = (found: unknown): found is Examination =>
  typeof found === 'object' && found !== null && 'capabilities' in found
