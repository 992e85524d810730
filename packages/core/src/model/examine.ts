import type { JsonObject } from '../schema/json.ts'
import { ModelError, type AskOptions, type Capabilities, type ChatBody, type Model, type ModelDelta } from './model.ts'
import { probeEndpoint } from './probe.ts'

/** What a model did when it was tried; `capabilities` are what Requests choose their wire by (PROTOCOL.md §3). */
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

/**
 * Tries a model with five small questions, one after the other. Throws ModelError where the endpoint is away, slow or
 * locked: then nothing can be said about the model.
 */
export const examineEndpoint = async (model: Model, signal: AbortSignal): Promise<Examination> => {
  const { name, endpoint, simulated } = model
  const counted = await collect(model, { model: name, messages: COUNTING }, { signal })
  const capabilities = await probeEndpoint(model, signal)
  return {
    model: name,
    endpoint,
    simulated,
    capabilities,
    streaming: counted.filter(({ type }) => type === 'text' || type === 'reasoning').length > 1,
    usage: counted.some((delta) => delta.type === 'usage' && !delta.usage.estimated),
    parallelCalls:
      capabilities.tools && (await countCalls(model, { signal, whole: capabilities.streams === false })) > 1,
  }
}

/** What an examination means for runs, in words for people. */
export interface Finding {
  readonly level: 'works' | 'limited' | 'fails'
  readonly about: 'answers' | 'outputs' | 'strict' | 'tools' | 'parallel calls' | 'streaming' | 'usage'
  readonly sentence: string
}

/** One sentence for each thing that was tried, in order of weight. */
export const explainExamination = ({
  capabilities: { structured, strict, tools, streams },
  streaming,
  usage,
  parallelCalls,
}: Omit<Examination, 'model' | 'endpoint' | 'simulated'>): readonly Finding[] => [
  structured || tools
    ? { level: 'works', about: 'answers', sentence: 'Ideas with Tools and an output schema will run.' }
    : {
        level: 'fails',
        about: 'answers',
        sentence:
          'The model neither keeps to a schema nor calls functions. Ideas that answer in plain text will run; those with Tools mostly will not.',
      },
  structured
    ? { level: 'works', about: 'outputs', sentence: 'Answers keep to the schema of an Idea.' }
    : {
        level: tools ? 'limited' : 'fails',
        about: 'outputs',
        sentence: tools
          ? 'Answers do not keep to a schema, so Calls travel as native functions (the tools wire) and a wrong output is asked for again.'
          : 'Answers do not keep to a schema.',
      },
  strict
    ? {
        level: 'works',
        about: 'strict',
        sentence: 'The endpoint enforces the schema, so that malformed Calls are rare.',
      }
    : {
        level: 'limited',
        about: 'strict',
        sentence: 'The endpoint does not enforce the schema: now and then a Call is refused and made again.',
      },
  tools
    ? { level: 'works', about: 'tools', sentence: 'Native function calling works, as the second way to ask.' }
    : {
        level: structured ? 'limited' : 'fails',
        about: 'tools',
        sentence: structured
          ? 'There is no native function calling; Calls travel in structured answers instead.'
          : 'There is no native function calling.',
      },
  parallelCalls
    ? { level: 'works', about: 'parallel calls', sentence: 'Several functions are called in one answer.' }
    : {
        level: 'limited',
        about: 'parallel calls',
        sentence: structured
          ? 'Native functions are called one at a time; structured answers still hold several Calls.'
          : 'One Call is made at a time, so that a run takes more turns.',
      },
  streams === false
    ? {
        level: 'limited',
        about: 'streaming',
        sentence:
          'What the model calls or fills in is lost when the endpoint streams, so answers are asked for whole: a Call starts only when the model is done.',
      }
    : streaming
      ? {
          level: 'works',
          about: 'streaming',
          sentence: 'Answers stream, so that Calls start while the model still writes.',
        }
      : {
          level: 'limited',
          about: 'streaming',
          sentence: 'Answers come whole: nothing moves until the model is done, and a Call starts only then.',
        },
  usage
    ? { level: 'works', about: 'usage', sentence: 'Tokens are counted by the endpoint.' }
    : {
        level: 'limited',
        about: 'usage',
        sentence: 'The endpoint does not say how many tokens it took; they are estimated, and so are costs and limits.',
      },
]

/** The findings in one word: whether Ideas run at all, and whether anything about that is less than it could be. */
export const verdictOf = (findings: readonly Finding[]): Finding['level'] => {
  if (findings.some(({ about, level }) => about === 'answers' && level === 'fails')) return 'fails'
  return findings.every(({ level }) => level === 'works') ? 'works' : 'limited'
}
