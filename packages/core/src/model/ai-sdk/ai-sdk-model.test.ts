import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { describe, expect, it, test } from 'vitest'
import { ANTHROPIC, serveProvider, type Said } from '../../../testing/test-provider-apis.ts'
import { isObject, type JsonObject } from '../../schema/json.ts'
import { examineEndpoint } from '../examine.ts'
import { ModelError, type ChatBody, type ModelDelta } from '../model.ts'
import { createSdkModel, type SdkModelOptions } from './ai-sdk-model.ts'

type Fetch = typeof globalThis.fetch
const KEY = 'sk-ant-0123456789'
const claude = (fetch: Fetch, more: Partial<SdkModelOptions> = {}) =>
  createSdkModel({
    model: createAnthropic({ apiKey: KEY, baseURL: 'http://127.0.0.1:9/v1', fetch })('claude-sonnet-4-5'),
    secrets: [KEY],
    ...more,
  })
const gemini = (fetch: Fetch) =>
  createSdkModel({
    model: createGoogleGenerativeAI({ apiKey: KEY, baseURL: 'http://127.0.0.1:9/v1', fetch })('gemini-3-pro'),
  })

const BODY: ChatBody = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ],
}
const ask = async (model: ReturnType<typeof claude>, body = BODY): Promise<readonly ModelDelta[]> => {
  const deltas: ModelDelta[] = []
  for await (const delta of model.ask(body, { signal: new AbortController().signal, seed: '' })) deltas.push(delta)
  return deltas
}
const errorOf = async (answer: Promise<unknown>): Promise<ModelError> => {
  const error = await answer.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (error instanceof ModelError) return error
  throw new Error('no ModelError', { cause: error })
}
const HELLO: readonly Said[] = [{ type: 'text', text: 'Hello' }]
const json = (value: object, status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })
const events = (...all: readonly object[]): Response =>
  new Response(all.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

describe('a question through a provider’s own API', () => {
  it('carries files, results of Calls together, limits and the thoughts that the provider signed', async () => {
    const { asked, fetch } = serveProvider(ANTHROPIC, [HELLO])
    const calls = ['a', 'b'].map((id): JsonObject => ({
      id,
      type: 'function',
      function: { name: 'ping', arguments: '{}' },
    }))
    const item = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'sig_1' } } }
    await ask(claude(fetch), {
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AQID' } },
          ],
        },
        { role: 'assistant', content: null, tool_calls: calls, reasoning_items: [{ before: 0, item }] },
        { role: 'tool', tool_call_id: 'a', content: 'pong' },
        { role: 'tool', tool_call_id: 'b', content: '{"n":1}' },
      ],
      tools: [{ type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } }],
      tool_choice: 'required',
      stop: ['END'],
      max_completion_tokens: 99,
    })
    expect(asked[0]?.sent).toMatchObject({
      max_tokens: 99,
      stop_sequences: ['END'],
      tool_choice: { type: 'any' },
      tools: [{ name: 'ping' }],
      messages: [
        { role: 'user', content: [{ text: 'Look:' }, { type: 'image' }, { type: 'document', title: 'a.pdf' }] },
        { role: 'assistant', content: [{ type: 'thinking', signature: 'sig_1' }, { id: 'a' }, { id: 'b' }] },
        {
          role: 'user',
          content: [
            { tool_use_id: 'a', content: 'pong' },
            { tool_use_id: 'b', content: '{"n":1}' },
          ],
        },
      ],
    })
  })

  it('marks for Anthropic’s cache what the Loop never changes: the system text and the whole question so far', async () => {
    const { asked, fetch } = serveProvider(ANTHROPIC, [HELLO])
    await ask(claude(fetch))
    const mark = { cache_control: { type: 'ephemeral' } }
    expect(asked[0]?.sent).toMatchObject({ system: [mark], messages: [{ content: [mark] }] })
  })

  it('asks Gemini for the thoughts, too, if the Config wants some', async () => {
    const bodies: JsonObject[] = []
    const model = gemini(async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)) as JsonObject) // as the package wrote it
      return json({}, 500)
    })
    await errorOf(ask(model, { ...BODY, reasoning_effort: 'low' }))
    const [{ generationConfig } = {}] = bodies
    expect(isObject(generationConfig) && generationConfig.thinkingConfig).toEqual({
      thinkingBudget: 2048,
      includeThoughts: true,
    })
  })
})

describe('an answer through a provider’s own API', () => {
  it('says what the provider left out of the question', async () => {
    const { fetch } = serveProvider(ANTHROPIC, [HELLO])
    const deltas = await ask(claude(fetch), { ...BODY, seed: 7, service_tier: 'flex' })
    const notes = deltas.flatMap((delta) => (delta.type === 'note' ? [delta.text] : []))
    expect(notes.join(' ')).toMatch(/service tier.*seed/s)
  })

  it('is tried like any other endpoint', async () => {
    const turns = Array.from({ length: 40 }, (): readonly Said[] => [
      { type: 'text', text: '{"ready":true}' },
      { type: 'call', id: 'toolu_1', name: 'report', input: { ready: true } },
    ])
    const { fetch } = serveProvider(ANTHROPIC, turns)
    const examined = await examineEndpoint(claude(fetch), new AbortController().signal)
    expect(examined).toMatchObject({ streaming: true, usage: true, capabilities: { strict: true, tools: true } })
    expect(examined.capabilities.files).toEqual(['image', 'file'])
  })

  test.each<readonly [name: string, response: () => Response, code: string, said: RegExp]>([
    [
      'a wrong key',
      () => json(ANTHROPIC.errorOf(401, `invalid x-api-key ${KEY}`), 401),
      'model.status',
      /401.*Check the API key/,
    ],
    [
      'too many questions',
      () => json(ANTHROPIC.errorOf(429, 'Slow down'), 429, { 'retry-after': '3' }),
      'model.rateLimited',
      /Slow down/,
    ],
    [
      'an overloaded provider',
      () => json(ANTHROPIC.errorOf(529, 'Overloaded'), 529),
      'model.status',
      /529: Overloaded/,
    ],
    ['a model that is gone', () => json(ANTHROPIC.errorOf(404, 'model: m'), 404), 'model.status', /name of the model/],
    [
      'a body too large',
      () => json(ANTHROPIC.errorOf(413, 'Request too large'), 413),
      'model.status',
      /fewer or smaller files/,
    ],
    [
      'a refused schema',
      () => json(ANTHROPIC.errorOf(400, 'output_config.format.schema: unsupported'), 400),
      'model.schemaRefused',
      /schema/,
    ],
    [
      'a proxy that answers HTML',
      () => new Response('<html>Login</html>', { headers: { 'content-type': 'text/html' } }),
      'model.envelope',
      /sent no answer\. Check its address/,
    ],
    [
      'an error in the stream',
      () =>
        events(...ANTHROPIC.eventsOf(HELLO).slice(0, 4), {
          type: 'error',
          error: { type: 'overloaded_error', message: 'Busy' },
        }),
      'model.envelope',
      /Busy/,
    ],
    [
      'a stream that is cut',
      () => events(...ANTHROPIC.eventsOf(HELLO).slice(0, 4)),
      'model.cut',
      /stopped before its end/,
    ],
    [
      'a refusal',
      () =>
        events(
          ...ANTHROPIC.eventsOf([]).slice(0, 2),
          {
            type: 'message_delta',
            delta: { stop_reason: 'refusal', stop_sequence: null },
            usage: { output_tokens: 1 },
          },
          { type: 'message_stop' },
        ),
      'model.refused',
      /content filter/,
    ],
    [
      'an answer that is too long',
      () =>
        events(
          ...ANTHROPIC.eventsOf([]).slice(0, 2),
          {
            type: 'message_delta',
            delta: { stop_reason: 'max_tokens', stop_sequence: null },
            usage: { output_tokens: 1 },
          },
          { type: 'message_stop' },
        ),
      'model.length',
      /maxOutputTokens/,
    ],
  ])('that is %s ends with one sentence, without the key', async (_, response, code, said) => {
    const error = await errorOf(ask(claude(async () => response())))
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(said)])
    expect(error.message).not.toContain(KEY)
  })

  const sse = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  test.each<readonly [name: string, response: () => Response, code: string]>([
    ['a web page', () => sse('<html>Login</html>'), 'model.envelope'],
    ['half an event', () => sse('data: {"candidates":[{"cont'), 'model.envelope'],
    [
      'a stream that is cut',
      () => sse(`data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'It ends in' }] } }] })}\n\n`),
      'model.cut',
    ],
  ])('of Gemini that is %s is no answer', async (_, response, code) => {
    expect((await errorOf(ask(gemini(async () => response())))).code).toBe(code)
  })

  it('names the address of a provider that is away', async () => {
    const away = async (): Promise<Response> => {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      })
    }
    const error = await errorOf(ask(claude(away, { endpoint: 'https://api.example.com/v1' })))
    expect([error.code, error.details.retryable]).toEqual(['model.unreachable', true])
    expect(error.message).toContain('https://api.example.com/v1')
  })

  it('is unreachable where the transport threw its own error', async () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND a.example'), {
      code: 'ENOTFOUND',
      hostname: 'a.example',
    })
    const away = async (): Promise<Response> => {
      throw new Error('no way out', { cause })
    }
    const error = await errorOf(ask(claude(away, { endpoint: 'https://a.example/v1' })))
    expect(error).toMatchObject({ code: 'model.unreachable', details: { retryable: true } })
    expect(error.message).toMatch(/^The model's endpoint https:\/\/a\.example\/v1 cannot be reached: the host name/)
  })

  it('stalls no longer than its idle time', async () => {
    const never = async (): Promise<Response> =>
      new Response(new ReadableStream({ start: () => undefined }), { headers: { 'content-type': 'text/event-stream' } })
    expect((await errorOf(ask(claude(never, { idleMs: 20 })))).code).toBe('model.stalled')
  })

  it('ends at once with the caller’s own reason', async () => {
    const controller = new AbortController()
    const never = async (): Promise<Response> =>
      new Response(new ReadableStream({ start: () => undefined }), { headers: { 'content-type': 'text/event-stream' } })
    const answer = claude(never).ask(BODY, { signal: controller.signal, seed: '' })[Symbol.asyncIterator]().next()
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
  })
})
