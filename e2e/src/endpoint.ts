import { type ChatCompletionRequest, type ChatMessage, LLMock } from '@copilotkit/aimock'
import song from '../fixtures/song.json' with { type: 'json' }

/** The scripted model's answer to one question. */
export interface Fixture {
  /** The Idea that asks, by the name its system message gives it. */
  readonly idea: string
  /** Counted from 0: how often that Loop asked before. */
  readonly turn: number
  /** Words that the question holds. */
  readonly saying?: string
  readonly calls?: readonly { readonly _tool: string; readonly [parameter: string]: unknown }[]
  /** The output is the result of this Tool, as the model was shown it. */
  readonly resultOf?: string
}

export type Wire = 'structured' | 'tools'

/** An OpenAI-compatible endpoint in this process that answers from fixtures, streaming, on either wire. */
export interface Endpoint {
  /** For `OPENAI_BASE_URL`. */
  readonly baseUrl: string
  /** The questions it got, in order. */
  requests(): readonly ChatCompletionRequest[]
  stop(): Promise<void>
}

const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')

const wireOf = (request: ChatCompletionRequest): Wire => (request.tools === undefined ? 'structured' : 'tools')

function asks(fixture: Fixture, { messages }: ChatCompletionRequest): boolean {
  const system = messages.find(({ role }) => role === 'system')
  const turn = messages.filter(({ role }) => role === 'assistant').length
  return (
    system !== undefined &&
    textOf(system).startsWith(`You are the ${fixture.idea}`) &&
    turn === fixture.turn &&
    (fixture.saying === undefined || messages.some((message) => textOf(message).includes(fixture.saying ?? '')))
  )
}

/** The result of a Tool in the messages of either wire. */
function shownResult({ messages }: ChatCompletionRequest, tool: string): string {
  for (const message of messages) {
    const call = messages
      .flatMap(({ tool_calls }) => tool_calls ?? [])
      .find(({ id }) => message.role === 'tool' && id === message.tool_call_id)
    if (call?.function.name === tool) return textOf(message)
    const block = textOf(message)
      .split('\n\n')
      .find((text) => text.startsWith(`# result of ${tool},`))
    if (block !== undefined) return block.slice(block.lastIndexOf('\nvalue: ') + '\nvalue: '.length)
  }
  throw new Error(`No message shows a result of ${tool}`)
}

function answer(fixture: Fixture, request: ChatCompletionRequest) {
  const output = fixture.resultOf === undefined ? 'null' : shownResult(request, fixture.resultOf)
  const calls = fixture.calls ?? []
  if (wireOf(request) === 'structured') return { content: `{"calls":${JSON.stringify(calls)},"output":${output}}` }
  if (calls.length === 0) return { content: output }
  return {
    toolCalls: calls.map(({ _tool, ...parameters }) => ({ name: _tool, arguments: JSON.stringify(parameters) })),
  }
}

// The JSON's rows are of different shapes; each is a Fixture.
const SONG: readonly Fixture[] = song

/** An endpoint that plays the Producer, the Composer and the Sound-Designer of one song. */
export async function startEndpoint(fixtures = SONG): Promise<Endpoint> {
  const mock = new LLMock({ host: '127.0.0.1', port: 0, strict: true, chunkSize: 24 })
  for (const fixture of fixtures)
    mock.on({ predicate: (request) => asks(fixture, request) }, (request) => answer(fixture, request))
  const url = await mock.start()
  return {
    baseUrl: `${url}/v1`,
    // Kept as they came, and only such bodies come.
    requests: () => mock.getRequests().flatMap(({ body }) => (body === null ? [] : [body as ChatCompletionRequest])),
    stop: () => mock.stop(),
  }
}
