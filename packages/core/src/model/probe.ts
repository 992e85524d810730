import type { JsonObject } from '../schema/json.ts'
import { probeKeywords } from './probe-keywords.ts'
import {
  FILE_KINDS,
  ModelError,
  type AskOptions,
  type Capabilities,
  type ChatBody,
  type FileKind,
  type Model,
  type ModelDelta,
} from './model.ts'

/** The key of a probe's results: an endpoint may serve many models. */
export const probeKey = (model: Pick<Model, 'endpoint' | 'name'>): string => `${model.endpoint} ${model.name}`

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { ready: { type: 'boolean' } },
  required: ['ready'],
  additionalProperties: false,
}
const QUESTION = 'Say that you are ready.'
const EMPTY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
`

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

/** The smallest files of each kind: a red pixel, a few samples of silence, a page with nothing on it. */
const PARTS: { readonly [kind in FileKind]: JsonObject } = {
  image: {
    type: 'image_url',
    image_url: {
      url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    },
  },
  audio: {
    type: 'input_audio',
    input_audio: { format: 'wav', data: 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQgAAAAAAAAAAAAAAA==' },
  },
  file: {
    type: 'file',
    file: { filename: 'empty.pdf', file_data: `data:application/pdf;base64,${btoa(EMPTY_PDF)}` },
  },
}

const fileBody = (model: string, kind: FileKind): ChatBody => ({
  model,
  messages: [{ role: 'user', content: [{ type: 'text', text: QUESTION }, PARTS[kind]] }],
})

/** Fewer tokens than the answer needs, and no fewer than any API takes. */
const FEW_TOKENS = 16
const countingBody = (model: string, limit: 'max_completion_tokens' | 'max_tokens'): ChatBody => ({
  model,
  messages: [{ role: 'user', content: 'Count from one to one hundred in words.' }],
  [limit]: FEW_TOKENS,
})

/** Whether an endpoint keeps to this limit of an answer's length: one that does not know its name answers on. */
const keepsTo = async (
  model: Model,
  limit: 'max_completion_tokens' | 'max_tokens',
  how: Pick<AskOptions, 'signal' | 'whole'>,
): Promise<boolean> => {
  try {
    for await (const _ of model.ask(countingBody(model.name, limit), { ...how, seed: 'probe' }));
    return false
  } catch (error) {
    if (error instanceof ModelError && error.code === 'model.length') return true
    if (error instanceof ModelError && isNo(error)) return false
    throw error
  }
}

/**
 * Probes an endpoint's model with a few small questions in turn (docs/contract/protocol.md#composition). A refused or
 * ignored schema or keyword means no; a silently ignored file counts as taken. Throws the ModelError of an endpoint that is away,
 * slow or locked.
 */
export const probeEndpoint = async (model: Model, signal: AbortSignal): Promise<Capabilities> => {
  /** Questions whose answers came whole, but not in a stream. */
  const lost: ChatBody[] = []
  const asks = async (body: ChatBody, isRight: (deltas: readonly ModelDelta[]) => boolean): Promise<boolean> => {
    const whole = lost.length > 0
    if (await answers(model, body, { signal, whole }, isRight)) return true
    if (whole || !(await answers(model, body, { signal, whole: true }, isRight))) return false
    lost.push(body)
    return true
  }
  const strict = await asks(structuredBody(model.name, true), isReady)
  const keywords = strict
    ? await probeKeywords(model.name, (body, isRight) =>
        answers(model, body, { signal, whole: lost.length > 0 }, (deltas) => isRight(textIn(deltas))),
      )
    : []
  const structured = strict || (await asks(structuredBody(model.name, false), isReady))
  const tools = await asks(toolsBody(model.name), isReport)
  const files: FileKind[] = []
  for (const kind of FILE_KINDS)
    if (await answers(model, fileBody(model.name, kind), { signal, whole: lost.length > 0 }, isAnswer)) files.push(kind)
  const how = { signal, whole: lost.length > 0 }
  const hasOlderLimit =
    !model.simulated &&
    !(await keepsTo(model, 'max_completion_tokens', how)) &&
    (await keepsTo(model, 'max_tokens', how))
  return {
    strict,
    structured,
    tools,
    files,
    ...(keywords.length > 0 && { keywords }),
    ...(lost.length > 0 && { streams: false }),
    ...(hasOlderLimit && { maxCompletionTokens: false }),
  }
}

const answers = async (
  model: Model,
  body: ChatBody,
  how: Pick<AskOptions, 'signal' | 'whole'>,
  isRight: (deltas: readonly ModelDelta[]) => boolean,
): Promise<boolean> => {
  const deltas: ModelDelta[] = []
  try {
    for await (const delta of model.ask(body, { ...how, seed: 'probe' })) deltas.push(delta)
  } catch (error) {
    if (error instanceof ModelError && isNo(error)) return false
    throw error
  }
  return isRight(deltas)
}

/** 500 is what some local servers answer to a picture that their model can't see. */
const NO = new Set([400, 415, 422, 500, 501])

/** Errors that are about the question, not about the connection or the account. */
const isNo = ({ code, details }: ModelError): boolean =>
  code === 'model.schemaRefused' ||
  code === 'model.refused' ||
  code === 'model.length' ||
  code === 'model.option' ||
  (code === 'model.status' && NO.has(details.status ?? 0))

const isReport = (deltas: readonly ModelDelta[]): boolean =>
  deltas.some((delta) => delta.type === 'call' && delta.name === 'report')

const isAnswer = (deltas: readonly ModelDelta[]): boolean => deltas.some(({ type }) => type === 'text')

const textIn = (deltas: readonly ModelDelta[]): string =>
  deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join('')

const isReady = (deltas: readonly ModelDelta[]): boolean => {
  const text = textIn(deltas)
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'ready' in value && typeof value.ready === 'boolean'
  } catch {
    return false
  }
}
