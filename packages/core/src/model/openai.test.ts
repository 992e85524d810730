import { afterEach, describe, expect, it, vi } from 'vitest'
import { EnsembleError } from '../schema/ensemble-error.ts'
import type { ChatBody, ModelDelta } from './model.ts'
import { createOpenAiModel, type OpenAiOptions } from './openai.ts'

const KEY = 'sk-secret-0123456789'
const body: ChatBody = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], temperature: 0 }
const encoder = new TextEncoder()

const sse = (events: readonly unknown[], done = true): string =>
  [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), ...(done ? ['data: [DONE]\n\n'] : [])].join('')
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})
const usage = {
  choices: [],
  usage: {
    prompt_tokens: 10,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 2 },
  },
}
const stream = (text: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/event-stream', ...headers } })
const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

const ask = async (
  respond: (url: string, init: RequestInit) => Response | Promise<Response>,
  options: Partial<OpenAiOptions> = {},
  signal = new AbortController().signal,
): Promise<ModelDelta[]> => {
  const model = createOpenAiModel({
    name: 'shown',
    model: 'm',
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: KEY,
    fetch: async (url, init) => respond(String(url), init ?? {}),
    ...options,
  })
  const deltas: ModelDelta[] = []
  for await (const delta of model.ask(body, { signal, seed: 's' })) deltas.push(delta)
  return deltas
}

afterEach(() => vi.useRealTimers())

describe('an OpenAI-compatible model', () => {
  it('sends the body with the stream fields and yields text, usage, then the finish', async () => {
    const seen: unknown[] = []
    const deltas = await ask((url, init) => {
      seen.push(url, JSON.parse(String(init.body)))
      return stream(sse([chunk({ role: 'assistant', content: 'He' }), chunk({ content: 'y' }, 'stop'), usage]))
    })
    expect(seen).toEqual([
      'http://127.0.0.1:9/v1/chat/completions',
      { ...body, stream: true, stream_options: { include_usage: true } },
    ])
    expect(deltas).toEqual([
      { type: 'text', text: 'He' },
      { type: 'text', text: 'y' },
      {
        type: 'usage',
        usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4, reasoningTokens: 2, estimated: false },
      },
      { type: 'finish', reason: 'stop' },
    ])
  })

  it('sends the headers, the query and the body members that its endpoint wants', async () => {
    const seen: unknown[] = []
    const answer = await ask(
      (url, init) => {
        const headers = new Headers(init.headers)
        seen.push(url, headers.get('api-key'), headers.get('authorization'), JSON.parse(String(init.body)))
        return json({ error: { message: 'no such deployment for hunter2-azure-key' } }, 404)
      },
      {
        apiKey: '',
        headers: { 'api-key': 'hunter2-azure-key' },
        secrets: ['hunter2-azure-key'],
        query: { 'api-version': '2024-10-21' },
        body: { service_tier: 'flex', temperature: 1 },
      },
    ).catch((error: unknown) => error)
    expect(seen).toEqual([
      'http://127.0.0.1:9/v1/chat/completions?api-version=2024-10-21',
      'hunter2-azure-key',
      null,
      { ...body, service_tier: 'flex', stream: true, stream_options: { include_usage: true } },
    ])
    expect(answer).toMatchObject({ code: 'model.status' })
    expect(String(answer)).not.toContain('hunter2')
  })

  it('sends a header of the endpoint in place of the one for the key', async () => {
    const seen: unknown[] = []
    await ask(
      (_, init) => {
        seen.push(new Headers(init.headers).get('authorization'))
        return stream(sse([chunk({ content: 'y' }, 'stop')]))
      },
      { headers: { Authorization: 'Token abc-123456' } },
    )
    expect(seen).toEqual(['Token abc-123456'])
  })

  it('numbers calls by index, and by id where an endpoint gives every call the index 0', async () => {
    const call = (index: number, id: string | undefined, name: string | undefined, text: string) =>
      chunk({ tool_calls: [{ index, ...(id && { id }), function: { ...(name && { name }), arguments: text } }] })
    const calls = async (events: unknown[]) =>
      (await ask(() => stream(sse([...events, chunk({}, 'tool_calls')])))).filter((delta) => delta.type === 'call')
    expect(
      await calls([call(0, 'a', 'ping', '{'), call(0, undefined, undefined, '}'), call(1, 'b', 'ping', '{}')]),
    ).toEqual([
      { type: 'call', index: 0, id: 'a', name: 'ping', argumentsDelta: '{' },
      { type: 'call', index: 0, argumentsDelta: '}' },
      { type: 'call', index: 1, id: 'b', name: 'ping', argumentsDelta: '{}' },
    ])
    expect((await calls([call(0, 'a', 'ping', '{}'), call(0, 'b', 'ping', '{}')])).map((delta) => delta.index)).toEqual(
      [0, 1],
    )
  })

  it.each(['1e999', '-5', '0.5'])('estimates usage where the endpoint counts %s tokens', async (tokens) => {
    const counted = `data: {"choices":[],"usage":{"prompt_tokens":${tokens},"completion_tokens":5}}\n\n`
    const deltas = await ask(() => stream(counted + sse([chunk({ content: 'Hey' }, 'stop')])))
    expect(deltas.find(({ type }) => type === 'usage')).toMatchObject({ usage: { outputTokens: 1, estimated: true } })
  })

  it('keeps reasoning apart and estimates usage if there is none', async () => {
    const deltas = await ask(() =>
      stream(sse([chunk({ reasoning_content: 'Hm.' }), chunk({ content: 'Yes.' }, 'stop')])),
    )
    expect(deltas[0]).toEqual({ type: 'reasoning', text: 'Hm.' })
    // Reasoning is paid for, too.
    const usage = { outputTokens: 2, reasoningTokens: 1, estimated: true }
    expect(deltas[2]).toMatchObject({ type: 'usage', usage })
  })

  it('accepts an answer that came whole', async () => {
    const message = { content: 'Hi', tool_calls: [{ id: 'a', function: { name: 'ping', arguments: '{}' } }] }
    const deltas = await ask(() => json({ choices: [{ message, finish_reason: 'tool_calls' }] }))
    expect(deltas.map(({ type }) => type)).toEqual(['text', 'call', 'usage', 'finish'])
  })

  it('accepts a whole answer, and an error, that is called a stream', async () => {
    const answer = { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }
    for (const indent of [0, 2])
      expect(await ask(() => stream(JSON.stringify(answer, null, indent)))).toContainEqual({ type: 'text', text: 'Hi' })
    await expect(ask(() => stream('{"error":{"message":"the model is loading"}}'))).rejects.toMatchObject({
      code: 'model.envelope',
      message: expect.stringContaining('the model is loading'),
    })
  })

  it('asks for a whole answer where its capabilities say so, and waits as long as the whole may take', async () => {
    vi.useFakeTimers()
    const bodies: unknown[] = []
    const message = { content: 'Hi' }
    const whole = { structured: true, strict: true, tools: true, streams: false }
    const asked = ask(
      async (_, init) => {
        bodies.push(JSON.parse(String(init.body)))
        await new Promise((done) => setTimeout(done, 90_000))
        return json({ choices: [{ message, finish_reason: 'stop' }] })
      },
      { capabilities: whole, idleMs: 60_000 },
    )
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await asked).toContainEqual({ type: 'text', text: 'Hi' })
    expect(bodies).toEqual([body])
  })

  it('tells an endpoint nothing of the machine that asks', async () => {
    const names: string[] = []
    await ask((_, init) => {
      names.push(...new Headers(init.headers).keys())
      return stream(sse([chunk({ content: 'Hi' }, 'stop')]))
    })
    expect(names).toEqual(['accept', 'authorization', 'content-type', 'user-agent'])
  })

  it.each<[string, () => Response, string, object]>([
    ['a cut stream', () => stream(sse([chunk({ content: 'He' })], false)), 'model.cut', { retryable: true }],
    ['an answer cut by length', () => stream(sse([chunk({ content: 'He' }, 'length')])), 'model.length', {}],
    ['a refusal', () => stream(sse([chunk({ refusal: 'No.' }, 'stop')])), 'model.refused', {}],
    ['a content filter', () => stream(sse([chunk({}, 'content_filter')])), 'model.refused', {}],
    ['no choices', () => stream(sse([usage])), 'model.envelope', {}],
    ['an error inside the stream', () => stream(sse([{ error: { message: 'boom' } }])), 'model.envelope', {}],
    ['an event that isn’t JSON', () => stream('data: {oops\n\n'), 'model.envelope', {}],
    [
      'HTML with status 200',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'model.envelope',
      {},
    ],
    ['an error inside a 200', () => json({ error: { message: 'boom' } }), 'model.envelope', {}],
    ['a completion without choices', () => json({ choices: [] }), 'model.envelope', {}],
    [
      '429',
      () => json({ error: { message: 'slow' } }, 429, { 'retry-after': '3' }),
      'model.rateLimited',
      { retryAfterMs: 3000, retryable: true },
    ],
    [
      'a spent quota',
      () => json({ error: { message: 'x', code: 'insufficient_quota' } }, 429),
      'model.rateLimited',
      { retryable: false },
    ],
    [
      '503 with Retry-After',
      () => json({ error: { message: 'busy' } }, 503, { 'retry-after': '7' }),
      'model.status',
      { status: 503, retryable: true, retryAfterMs: 7000 },
    ],
    [
      '429 with a date to wait for, by the clock of the endpoint',
      () =>
        json({ error: { message: 'slow' } }, 429, {
          date: 'Sat, 21 Nov 2026 12:00:00 GMT',
          'retry-after': 'Sat, 21 Nov 2026 12:00:09 GMT',
        }),
      'model.rateLimited',
      { retryAfterMs: 9000 },
    ],
    [
      '429 with milliseconds',
      () => json({ error: { message: 'slow' } }, 429, { 'retry-after-ms': '250', 'retry-after': '1' }),
      'model.rateLimited',
      { retryAfterMs: 250 },
    ],
    ['503', () => json({ error: { message: 'busy' } }, 503), 'model.status', { status: 503, retryable: true }],
    [
      '404',
      () => json({ error: { message: 'no such model' } }, 404),
      'model.status',
      { status: 404, retryable: false },
    ],
    [
      'a refused schema',
      () => json({ error: { message: 'Invalid schema', param: 'response_format' } }, 400),
      'model.schemaRefused',
      { status: 400 },
    ],
    [
      'refused tools',
      () => json({ error: { message: 'this model does not support tools' } }, 400),
      'model.schemaRefused',
      {},
    ],
    [
      'another 400',
      () => json({ error: { message: 'too long', code: 'context_length_exceeded' } }, 400),
      'model.status',
      { retryable: false },
    ],
  ])('reports %s by its own code', async (_name, respond, code, details) => {
    await expect(ask(respond)).rejects.toMatchObject({ name: 'ModelError', code, details })
  })

  it('says what to do where the context is too long for the model', async () => {
    const tooLong = { message: 'at most 4096 tokens', code: 'context_length_exceeded' }
    await expect(ask(() => json({ error: tooLong }, 400))).rejects.toMatchObject({
      message:
        "The model's endpoint answered 400: at most 4096 tokens. Shorten the Idea's context or what its Tools return, or use a model with room for more tokens.",
    })
  })

  it('says where an endpoint that refuses gives no reason', async () => {
    await expect(ask(() => new Response(null, { status: 429 }))).rejects.toMatchObject({
      message: "The model's endpoint asks to wait (429).",
    })
  })

  it('reports an endpoint that is away, and a connection that breaks in the middle', async () => {
    await expect(ask(() => Promise.reject(new TypeError('fetch failed')))).rejects.toMatchObject({
      code: 'model.unreachable',
      message: expect.stringContaining('http://127.0.0.1:9/v1'),
    })
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(sse([chunk({ content: 'He' })], false))),
      pull: (controller) => controller.error(new TypeError('terminated')),
    })
    const respond = () => new Response(broken, { headers: { 'content-type': 'text/event-stream' } })
    await expect(ask(respond)).rejects.toMatchObject({ code: 'model.cut', details: { retryable: true } })
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('says in plain words that a name was not found (%s)', async (code) => {
    const cause = Object.assign(new Error(`getaddrinfo ${code} api.example`), { code, hostname: 'api.example' })
    await expect(ask(() => Promise.reject(new TypeError('fetch failed', { cause })))).rejects.toMatchObject({
      code: 'model.unreachable',
      message:
        "The model's endpoint http://127.0.0.1:9/v1 cannot be reached: the host name api.example was not found; check the address, and whether this machine is connected to the network.",
      details: { retryable: true },
    })
  })

  it('needs no key where the endpoint needs none', async () => {
    const asked: (string | null)[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      asked.push(new Headers(init?.headers).get('authorization'))
      return json({ choices: [{ finish_reason: 'stop', message: { content: 'Hi' } }] })
    }
    const model = createOpenAiModel({ name: 'm', baseUrl: 'http://127.0.0.1:9/v1', apiKey: undefined, fetch })
    const deltas: ModelDelta[] = []
    for await (const delta of model.ask(body, { signal: new AbortController().signal, seed: '' })) deltas.push(delta)
    expect([deltas.length > 0, asked]).toEqual([true, [null]])
  })

  it('does not ask again where only a person can change what is in the way', async () => {
    const refused = new EnsembleError(
      'egress.refused',
      'a.example redirects to b.example; configure that address itself.',
    )
    const certificate = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const garbled = Object.assign(new Error('Response does not match the HTTP/1.1 protocol'), {
      code: 'HPE_INVALID_CONSTANT',
    })
    const long = Object.assign(new Error('Headers Overflow Error'), { code: 'UND_ERR_HEADERS_OVERFLOW' })
    const settled = [certificate, garbled, long].map((cause) => new TypeError('fetch failed', { cause }))
    for (const cause of [refused, ...settled])
      await expect(ask(() => Promise.reject(cause))).rejects.toMatchObject({
        code: 'model.unreachable',
        details: { retryable: false },
      })
    await expect(ask(() => Promise.reject(settled[0]))).rejects.toThrow(
      /self-signed certificate\. If .* set NODE_EXTRA_CA_CERTS to the file of that authority/,
    )
    const sentence = new EnsembleError('egress.answer', 'a.example answered with what is not HTTP.', { cause: garbled })
    await expect(ask(() => Promise.reject(sentence))).rejects.toMatchObject({
      message:
        "The model's endpoint http://127.0.0.1:9/v1 cannot be reached: a.example answered with what is not HTTP.",
      details: { retryable: false },
    })
    const plain = 'write EPROTO 80AC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:record.c:350:'
    const answer = ask(() => Promise.reject(Object.assign(new Error(plain), { code: 'EPROTO' })))
    await expect(answer).rejects.toMatchObject({
      message: expect.stringContaining('it does not speak TLS: try http:// in the place of https://.'),
      details: { retryable: false },
    })
    const refusals = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
    await expect(ask(() => Promise.reject(refusals))).rejects.toThrow(/cannot be reached: ECONNREFUSED\.$/)
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    await expect(ask(() => Promise.reject(reset))).rejects.toMatchObject({ details: { retryable: true } })
  })

  it('quotes an endpoint that fails with a page or with megabytes in one sentence', async () => {
    const page = () => new Response(`<h1>${'boom'.repeat(1e5)}`, { status: 502 })
    await expect(ask(page)).rejects.toMatchObject({
      message:
        "The model's endpoint answered 502: a web page in place of an answer. The fault is with the endpoint: try again later, or use another model.",
    })
    const long = () => json({ error: { message: 'long '.repeat(1e5) } }, 503)
    const error: unknown = await ask(long).catch((reason: unknown) => reason)
    expect(String(error).length).toBeLessThan(700)
  })

  it('never shows the key', async () => {
    const respond = () => json({ error: { message: `Incorrect API key provided: ${KEY}. Also sk-secr*****789` } }, 401)
    const error: unknown = await ask(respond).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'model.status', message: expect.stringContaining('Check the API key.') })
    expect(JSON.stringify(error) + String(error)).not.toContain('sk-secr')
  })

  it('asks once more without the temperature where the endpoint refuses it, and remembers', async () => {
    const bodies: ChatBody[] = []
    const deltas = await ask((_url, init) => {
      const sent: ChatBody = JSON.parse(String(init.body))
      bodies.push(sent)
      return 'temperature' in sent
        ? json({ error: { message: "Unsupported value: 'temperature'", param: 'temperature' } }, 400)
        : stream(sse([chunk({ content: 'ok' }, 'stop')]))
    })
    expect(bodies.map((sent) => 'temperature' in sent)).toEqual([true, false])
    expect(deltas[0]).toEqual({ type: 'note', text: 'This model takes no temperature: it was left out.' })
    expect(deltas.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  it('leaves out a seed that the model refuses, and says so', async () => {
    const bodies: ChatBody[] = []
    const transport = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      const sent: ChatBody = JSON.parse(String(init?.body))
      bodies.push(sent)
      if ('seed' in sent) return json({ error: { message: 'Unrecognized request argument: seed' } }, 400)
      return stream(sse([chunk({ content: 'ok' }, 'stop')]))
    }
    const model = createOpenAiModel({ name: 'm', baseUrl: 'http://127.0.0.1/v1', fetch: transport })
    const notes: string[] = []
    const asked = { signal: new AbortController().signal, seed: '' }
    for await (const delta of model.ask({ ...body, seed: 7 }, asked)) if (delta.type === 'note') notes.push(delta.text)
    expect(bodies.map(({ seed }) => seed)).toEqual([7, undefined])
    expect(bodies.map(({ temperature }) => temperature)).toEqual([0, 0])
    expect(notes).toEqual(['This model takes no seed: it was left out.'])
  })

  const answersOf = async (
    given: ChatBody,
    respond: (sent: ChatBody, headers: Headers) => Response,
    options: Partial<OpenAiOptions> = {},
    times = 1,
  ) => {
    const bodies: ChatBody[] = []
    const notes: string[] = []
    const transport = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      const sent: ChatBody = JSON.parse(String(init?.body))
      bodies.push(sent)
      return respond(sent, new Headers(init?.headers))
    }
    const model = createOpenAiModel({ name: 'm', baseUrl: 'http://127.0.0.1/v1', fetch: transport, ...options })
    for (let time = 0; time < times; time++)
      for await (const delta of model.ask(given, { signal: new AbortController().signal, seed: '' }))
        if (delta.type === 'note') notes.push(delta.text)
    return { bodies, notes }
  }
  const good = () => stream(sse([chunk({ content: 'ok' }, 'stop')]))
  const bad = (message: string, param?: string) => json({ error: { message, param } }, 400)
  const limits = (bodies: readonly ChatBody[]) =>
    bodies.map(({ max_completion_tokens: current, max_tokens: older }) => ({ current, older }))

  it('limits an answer by the older name where the endpoint refuses max_completion_tokens, or where a probe said so', async () => {
    const limited = { ...body, max_completion_tokens: 50 }
    const { bodies, notes } = await answersOf(
      limited,
      (sent) =>
        'max_completion_tokens' in sent ? bad('Unrecognized request argument supplied: max_completion_tokens') : good(),
      {},
      2,
    )
    const older = { current: undefined, older: 50 }
    expect(limits(bodies)).toEqual([{ current: 50, older: undefined }, older, older])
    expect(notes).toEqual([])
    const known = { structured: true, strict: true, tools: true, maxCompletionTokens: false }
    expect(limits((await answersOf(limited, good, { capabilities: known })).bodies)).toEqual([older])
  })

  it('calls functions without reasoning where the model calls them in no other way, and says so', async () => {
    const calling = { ...body, tools: [{ type: 'function', function: { name: 'a' } }], reasoning_effort: 'high' }
    const { bodies, notes } = await answersOf(calling, (sent) =>
      sent.reasoning_effort === 'none'
        ? good()
        : bad("Function tools are supported only with reasoning_effort 'none'.", 'reasoning_effort'),
    )
    expect(bodies.map(({ reasoning_effort: effort }) => effort)).toEqual(['high', 'none'])
    expect(notes).toEqual([
      'Through this API the model calls functions only without reasoning: its effort was set to "none".',
    ])
  })

  it.each(['top_p', 'stop', 'service_tier'])('ends with the words of an endpoint that refuses %s', async (name) => {
    await expect(
      answersOf({ ...body, [name]: 'x' }, () => bad(`Unsupported parameter: '${name}'`, name)),
    ).rejects.toMatchObject({
      code: 'model.status',
      message: expect.stringContaining(`Unsupported parameter: '${name}'`),
    })
  })

  it('sends a token that ends, another one once where it is not accepted, and never shows it', async () => {
    const made: string[] = []
    const token = {
      get: async () => made.at(-1) ?? (made.push('token-0'), 'token-0'),
      forget: () => void made.push(`token-${made.length}`),
    }
    const sent: (string | null)[] = []
    const respond = (_: ChatBody, headers: Headers) => {
      sent.push(headers.get('authorization'))
      return headers.get('authorization') === 'Bearer token-1' ? good() : json({ error: { message: 'expired' } }, 401)
    }
    await answersOf(body, respond, { token }, 2)
    expect(sent).toEqual(['Bearer token-0', 'Bearer token-1', 'Bearer token-1'])
    const locked = answersOf(
      body,
      (_, headers) => json({ error: { message: `no ${headers.get('authorization')}` } }, 401),
      { token },
    )
    await expect(locked).rejects.toMatchObject({ message: expect.stringMatching(/401.*no Bearer …/) })
    expect(made).toHaveLength(3)
  })

  const silent = (first: string) => () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(encoder.encode(first)) }), {
      headers: { 'content-type': 'text/event-stream' },
    })

  it('ends a body that stalls at the idle deadline, whatever the transport does with the signal', async () => {
    vi.useFakeTimers()
    const asked = ask(silent(sse([chunk({ content: 'He' })], false)), { idleMs: 5000 })
    const settled = expect(asked).rejects.toMatchObject({
      code: 'model.stalled',
      message: expect.stringContaining('5 s'),
    })
    await vi.advanceTimersByTimeAsync(5000)
    await settled
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends an answer at the total deadline though it never stops trickling', async () => {
    vi.useFakeTimers()
    let isWanted = true
    const trickle = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        new Promise((resolve) =>
          setTimeout(() => {
            if (isWanted) controller.enqueue(encoder.encode(sse([chunk({ content: '.' })], false)))
            resolve()
          }, 1000),
        ),
      cancel() {
        isWanted = false
      },
    })
    const respond = () => new Response(trickle, { headers: { 'content-type': 'text/event-stream' } })
    const asked = ask(respond, { idleMs: 5000, totalMs: 20_000 })
    const settled = expect(asked).rejects.toMatchObject({
      code: 'model.stalled',
      message: expect.stringContaining('20 s'),
    })
    await vi.advanceTimersByTimeAsync(20_000)
    await settled
  })

  it.each(['text/plain', 'application/json'])('waits while the endpoint keeps sending, also as %s', async (type) => {
    vi.useFakeTimers()
    const message = { role: 'assistant', content: 'Hi there' }
    const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
    const events = sse([chunk({ content: 'Hi there' }, 'stop')])
    const letters = [...(type === 'text/plain' ? events : whole)]
    const trickle = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        new Promise((resolve) =>
          setTimeout(() => {
            const next = letters.splice(0, 20).join('')
            if (next === '') controller.close()
            else controller.enqueue(encoder.encode(next))
            resolve()
          }, 3000),
        ),
    })
    const asked = ask(() => new Response(trickle, { headers: { 'content-type': type } }), { idleMs: 5000 })
    const settled = expect(asked).resolves.toContainEqual({ type: 'text', text: 'Hi there' })
    await vi.advanceTimersByTimeAsync(60_000)
    await settled
  })

  it('takes an answer as complete once it finished, though the connection stays open', async () => {
    vi.useFakeTimers()
    const asked = ask(silent(sse([chunk({ content: 'Hi' }, 'stop')], false)), { idleMs: 5000 })
    await vi.advanceTimersByTimeAsync(5000)
    expect((await asked).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  it('stops at once when the caller aborts, with the caller’s reason', async () => {
    const controller = new AbortController()
    const asked = ask(silent(''), {}, controller.signal)
    controller.abort(new Error('cancelled'))
    await expect(asked).rejects.toThrow('cancelled')
  })
})

it('sends the bytes of a file where the body names it', async () => {
  const sent: unknown[] = []
  const model = createOpenAiModel({
    name: 'm',
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: KEY,
    fetch: async (_, init) => {
      sent.push(JSON.parse(String(init?.body)).messages)
      return stream(sse([chunk({ content: 'A cat.' }, 'stop')]))
    },
  })
  const image = (url: string) => [{ role: 'user' as const, content: [{ type: 'image_url', image_url: { url } }] }]
  const named: ChatBody = { model: 'm', messages: image(`artifact:image/png;sha256,${'a'.repeat(64)}`) }
  const options = { signal: new AbortController().signal, seed: 's', readFile: async () => new Uint8Array([1, 2, 3]) }
  for await (const delta of model.ask(named, options)) expect(delta).toBeDefined()
  expect(sent).toEqual([image('data:image/png;base64,AQID')])
})
