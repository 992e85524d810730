import type { JsonObject } from '../schema/json.ts'
import { ModelError, type Capabilities, type ChatBody, type Model, type ModelDelta } from './model.ts'

/** What the answers of a probe are kept under: an endpoint may serve many models. */
export const probeKey = (model: Pick<Model, 'endpoint' | 'name'>): string => `${model.endpoint} ${model.name}`

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { ready: { type: 'boolean' } },
  required: ['ready'],
  additionalProperties: false,
}
const QUESTION = 'Say that you are ready.'

const structuredBody = (model: string, strict: boolean): ChatBody => ({
  model,
  messages: [{ role: 'user', content: `${QUESTION} Answer as JSON: {"ready": true}` }],
  response_format: { type: 'json_schema', json_schema: { name: 'probe', strict, schema: SCHEMA } },
})

const toolsBody = (model: string): ChatBody => ({
  model,
  messages: [{ role: 'user', content: `${QUESTION} Call report.` }],
  tools: [{ type: 'function', function: { name: 'report', description: 'Reports.', parameters: SCHEMA } }],
  tool_choice: 'auto',
})

/**
 * What an endpoint can do with a model (PROTOCOL.md §3): three small questions, asked one after the other. A refusal of
 * the schema or an answer that ignores it means no; an endpoint that is away, slow or locked throws its ModelError.
 */
export const probeEndpoint = async (model: Model, signal: AbortSignal): Promise<Capabilities> => {
  const strict = await answers(model, structuredBody(model.name, true), signal, isReady)
  const structured = strict || (await answers(model, structuredBody(model.name, false), signal, isReady))
  const tools = await answers(model, toolsBody(model.name), signal, (deltas) =>
    deltas.some((delta) => delta.type === 'call' && delta.name === 'report'),
  )
  return { strict, structured, tools }
}

const answers = async (
  model: Model,
  body: ChatBody,
  signal: AbortSignal,
  isRight: (deltas: readonly ModelDelta[]) => boolean,
): Promise<boolean> => {
  const deltas: ModelDelta[] = []
  try {
    for await (const delta of model.ask(body, { signal, seed: 'probe' })) deltas.push(delta)
  } catch (error) {
    if (error instanceof ModelError && isNo(error)) return false
    throw error
  }
  return isRight(deltas)
}

/** Errors that are about the question, not about the connection or the account. */
const isNo = ({ code, details }: ModelError): boolean =>
  code === 'model.schemaRefused' ||
  code === 'model.refused' ||
  code === 'model.length' ||
  (code === 'model.status' && (details.status === 400 || details.status === 422 || details.status === 501))

const isReady = (deltas: readonly ModelDelta[]): boolean => {
  const text = deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join('')
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'ready' in value && typeof value.ready === 'boolean'
  } catch {
    return false
  }
}
