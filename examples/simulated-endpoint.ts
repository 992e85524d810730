import type { IncomingMessage } from 'node:http'
import { type ChatBody, type ModelDelta, ModelError, createSimulatedModel, isObject } from '@ensemble/core'
import { templateRefusal } from '../packages/core/src/model/test-strict-template.ts'
import { type Loopback, listenOnLoopback } from '@ensemble/core/testing'

/**
 * A local Chat Completions server, streamed, with the simulated model. It accepts only what strict chat templates do.
 */
export interface SimulatedEndpoint extends Loopback {
  /** The requests, in order. */
  readonly asked: readonly ChatBody[]
}

const bodyOf = async (request: IncomingMessage): Promise<ChatBody> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // bytes, where no encoding was set
  return JSON.parse(Buffer.concat(pieces).toString()) as ChatBody // what the client under test sent
}

/** A piece of an answer as the protocol's chunk. */
const toChunk = (delta: ModelDelta): object => {
  const choice = (part: object, finish: string | null = null): object => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: part, finish_reason: finish }],
  })
  switch (delta.type) {
    case 'text':
      return choice({ content: delta.text })
    case 'reasoning':
      return choice({ reasoning_content: delta.text })
    case 'refusal':
      return choice({ refusal: delta.text })
    case 'call': {
      const { index, id, name, argumentsDelta } = delta
      const part = { name, arguments: argumentsDelta }
      return choice({ tool_calls: [{ index, ...(id !== undefined && { id, type: 'function' }), function: part }] })
    }
    case 'usage': {
      const { inputTokens, outputTokens } = delta.usage
      return { choices: [], usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens } }
    }
    case 'finish':
      return choice({}, delta.reason)
    case 'note':
    // Only the Responses API has these.
    case 'reasoningItem':
      return choice({})
  }
}

/** As servers on a person's own machine do: a strict schema is refused, and Ensemble asks again without. */
const isStrict = ({ response_format: format }: ChatBody): boolean =>
  isObject(format) && isObject(format['json_schema']) && format['json_schema']['strict'] === true

export const simulatedEndpoint = async (): Promise<SimulatedEndpoint> => {
  const model = createSimulatedModel({ pace: 0, sleep: async () => undefined })
  const asked: ChatBody[] = []
  const there = await listenOnLoopback(async (request, response) => {
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'small', object: 'model' }] }))
      return
    }
    const body = await bodyOf(request)
    asked.push(body)
    const refusal = isStrict(body)
      ? 'response_format.json_schema.strict is not supported'
      : templateRefusal(body.messages)
    if (refusal !== undefined) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: refusal } }))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    const send = (value: object): void => void response.write(`data: ${JSON.stringify(value)}\n\n`)
    try {
      for await (const delta of model.ask(body, { signal: new AbortController().signal, seed: 'endpoint' }))
        send(toChunk(delta))
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    }
    response.end('data: [DONE]\n\n')
  })
  return { ...there, asked }
}
