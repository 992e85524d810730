import type * as ResponsesApi from 'openai/resources/responses/responses'
import { describe, expect, it, test } from 'vitest'
import {
  bodyOfEvents,
  callItem,
  eventsOf,
  messageItem,
  reasoningItem,
  refusalOf,
  responseOf,
} from '../../testing/test-responses.ts'
import type { JsonObject } from '../schema/json.ts'
import { examineApis } from './examine.ts'
import { ModelError, type ChatBody, type ModelDelta } from './model.ts'
import { createOpenAiModel, type OpenAiOptions } from './openai.ts'

type Sent = ResponsesApi.ResponseCreateParams

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
const stream = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const bad = (message: string, status = 400): Response =>
  json({ error: { message, type: 'invalid_request_error' } }, status)

const BODY: ChatBody = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

const sealed = (id: string): JsonObject => reasoningItem(id) as unknown as JsonObject // its members are JSON

interface Asked {
  readonly path: string
  readonly sent: Sent
}
const ask = async (
  body: ChatBody,
  respond: (asked: Asked) => Response,
  options: Partial<OpenAiOptions> = {},
  times = 1,
) => {
  const asked: Asked[] = []
  const model = createOpenAiModel({
    name: 'm',
    baseUrl: 'http://127.0.0.1:9/v1',
    api: 'responses',
    fetch: async (url, init) => {
      const one = { path: new URL(String(url)).pathname, sent: JSON.parse(String(init?.body)) as Sent } // as it was written
      asked.push(one)
      return respond(one)
    },
    ...options,
  })
  const deltas: ModelDelta[] = []
  for (let time = 0; time < times; time++)
    for await (const delta of model.ask(body, { signal: new AbortController().signal, seed: '' })) deltas.push(delta)
  return { asked, deltas, notes: deltas.flatMap((delta) => (delta.type === 'note' ? [delta.text] : [])) }
}

const GOOD = responseOf([messageItem('Hello there')])
const streamed = (response = GOOD): Response => stream(bodyOfEvents(eventsOf(response)))
const textOf = (deltas: readonly ModelDelta[], type: 'text' | 'reasoning'): string =>
  deltas.map((delta) => (delta.type === type ? delta.text : '')).join('')
const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 4, reasoningTokens: 2, estimated: false }

describe('a question for the Responses API', () => {
  it('carries the whole conversation with its Calls, files, schema and limits, and stores nothing', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'ping', arguments: '{"host":"a"}' } }
    const reasoning = [
      { before: 0, item: sealed('rs_1') },
      { before: 1, item: sealed('rs_2') },
    ]
    const parts: readonly JsonObject[] = [
      { type: 'text', text: 'Look:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AQID' } },
    ]
    const body: ChatBody = {
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: parts },
        {
          role: 'assistant',
          content: null,
          tool_calls: [call, { ...call, id: 'call_2' }],
          reasoning_items: reasoning,
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'pong' },
        { role: 'tool', tool_call_id: 'call_2', content: 'pong' },
      ],
      tools: [{ type: 'function', function: { name: 'ping', description: 'Pings.', parameters: { type: 'object' } } }],
      tool_choice: 'auto',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'output', strict: true, schema: { type: 'object' } },
      },
      temperature: 0,
      max_completion_tokens: 77,
      reasoning_effort: 'low',
      top_p: 0.9,
      service_tier: 'flex',
    }
    const { asked } = await ask(body, ({ sent }) => {
      expect(refusalOf(sent)).toBeUndefined()
      return streamed()
    })
    const item = (id: string) => reasoningItem(id)
    const made = { type: 'function_call', name: 'ping', arguments: '{"host":"a"}' }
    expect(asked).toEqual([
      {
        path: '/v1/responses',
        sent: {
          model: 'm',
          input: [
            { role: 'system', content: 'Be brief.' },
            {
              role: 'user',
              content: [
                { type: 'input_text', text: 'Look:' },
                { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
                { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AQID' },
              ],
            },
            item('rs_1'),
            { ...made, call_id: 'call_1' },
            item('rs_2'),
            { ...made, call_id: 'call_2' },
            { type: 'function_call_output', call_id: 'call_1', output: 'pong' },
            { type: 'function_call_output', call_id: 'call_2', output: 'pong' },
          ],
          tools: [
            { type: 'function', name: 'ping', description: 'Pings.', parameters: { type: 'object' }, strict: false },
          ],
          tool_choice: 'auto',
          text: { format: { type: 'json_schema', name: 'output', strict: true, schema: { type: 'object' } } },
          temperature: 0,
          max_output_tokens: 77,
          reasoning: { effort: 'low', summary: 'auto' },
          top_p: 0.9,
          service_tier: 'flex',
          store: false,
          include: ['reasoning.encrypted_content'],
          stream: true,
        },
      },
    ])
  })

  it('has no earlier reasoning through Chat Completions, which has no place for it', async () => {
    const message = {
      role: 'assistant' as const,
      content: 'x',
      reasoning_items: [{ before: 0, item: { type: 'reasoning' } }],
    }
    const { asked } = await ask(
      { model: 'm', messages: [message] },
      () => json({ choices: [{ message: { content: 'x' } }] }),
      {
        api: 'chat',
      },
    )
    expect(JSON.stringify(asked)).not.toContain('reasoning')
  })

  it('leaves out a seed, and says so; sound and stop sequences are refused with the way out', async () => {
    const { asked, notes } = await ask({ ...BODY, seed: 7 }, () => streamed())
    expect([asked[0]?.sent, notes]).toEqual([
      expect.not.objectContaining({ seed: 7 }),
      ['The Responses API takes no seed: it was left out.'],
    ])
    const sound: ChatBody = {
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }],
    }
    for (const [body, what] of [
      [{ ...BODY, stop: 'END' }, '"stop"'],
      [sound, 'sound'],
    ] as const)
      await expect(ask(body, () => streamed())).rejects.toMatchObject({
        code: 'model.option',
        message: `The Responses API takes no ${what}. Ask this endpoint through Chat Completions ("api": "chat"), or leave it out.`,
      })
  })
})

describe('an answer of the Responses API', () => {
  const thinking = responseOf([
    reasoningItem('rs_1', 'I think.'),
    messageItem('Both.'),
    callItem('ping', '{"host":"a"}', 'call_1'),
    reasoningItem('rs_2', ''),
    callItem('ping', '{}', 'call_2'),
  ])

  it.each([
    ['in pieces', () => stream(bodyOfEvents(eventsOf(thinking, 3)))],
    [
      'in pieces without event names or deltas',
      () => stream(bodyOfEvents(eventsOf(thinking).filter(({ type }) => !/delta/.test(type)))),
    ],
    ['as one event', () => stream(bodyOfEvents([{ type: 'response.completed', response: thinking }]))],
    ['whole', () => json(thinking)],
  ])('is read %s: text, thoughts, parallel Calls, reasoning to give back, usage', async (_, respond) => {
    const { deltas } = await ask(BODY, respond)
    expect(textOf(deltas, 'text')).toBe('Both.')
    expect(textOf(deltas, 'reasoning')).toBe('I think.')
    const calls = deltas.filter((delta) => delta.type === 'call')
    const argumentsOf = (index: number) =>
      calls.map((call) => (call.index === index ? call.argumentsDelta : '')).join('')
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(['{"host":"a"}', '{}'])
    expect(calls.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name]]))).toEqual([
      ['call_1', 'ping'],
      ['call_2', 'ping'],
    ])
    expect(deltas.flatMap((delta) => (delta.type === 'reasoningItem' ? [delta.item] : []))).toEqual([
      { before: 0, item: reasoningItem('rs_1', 'I think.') },
      { before: 1, item: reasoningItem('rs_2', '') },
    ])
    expect(deltas.slice(-2)).toEqual([
      { type: 'usage', usage },
      { type: 'finish', reason: 'tool_calls' },
    ])
  })

  const cutAfter = (type: string): Response => {
    const events = eventsOf(GOOD)
    return stream(bodyOfEvents(events.slice(0, events.findIndex((event) => event.type === type) + 1)))
  }
  const failed = {
    ...GOOD,
    output: [],
    status: 'failed' as const,
    error: { code: 'server_error' as const, message: 'boom' },
  }
  it.each<[string, () => Response, string, object]>([
    ['cut', () => cutAfter('response.output_item.done'), 'model.cut', { retryable: true }],
    ['empty', () => stream(''), 'model.envelope', { retryable: true }],
    [
      'cut by length',
      () => streamed({ ...GOOD, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      'model.length',
      {},
    ],
    [
      'withheld',
      () => streamed({ ...GOOD, status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
      'model.refused',
      {},
    ],
    [
      'unfinished for another reason',
      () => streamed({ ...GOOD, status: 'incomplete', incomplete_details: null }),
      'model.cut',
      {},
    ],
    [
      'a refusal',
      () => streamed(responseOf([{ ...messageItem(''), content: [{ type: 'refusal', refusal: 'No.' }] }])),
      'model.refused',
      {},
    ],
    ['failed', () => streamed(failed), 'model.envelope', { retryable: true }],
    ['failed whole', () => json(failed), 'model.envelope', { retryable: true }],
    [
      'an error event',
      () => stream(bodyOfEvents([{ type: 'error', code: 'server_error', message: 'boom', param: null }])),
      'model.envelope',
      {},
    ],
    ['another JSON', () => json({ object: 'list' }), 'model.envelope', { retryable: false }],
    ['a web page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'model.envelope', {}],
    ['429', () => bad('slow', 429), 'model.rateLimited', { retryable: true }],
    [
      'a refused schema',
      () => json({ error: { message: 'Invalid schema', param: 'text.format.schema' } }, 400),
      'model.schemaRefused',
      {},
    ],
  ])('that is %s has its own code', async (_, respond, code, details) => {
    await expect(ask(BODY, respond)).rejects.toMatchObject({ name: 'ModelError', code, details })
  })
})

test('events that are wrong, missing, doubled or out of order end as an answer or as a ModelError, never otherwise', async () => {
  const good = eventsOf(
    responseOf([
      reasoningItem('rs_1', 'Hm.'),
      messageItem('Both.'),
      callItem('ping', '{"host":"a"}'),
      callItem('ping', '{}', 'b'),
    ]),
  )
  const without = (index: number) => good.filter((_, place) => place !== index)
  const streams: (readonly object[])[] = good.flatMap((event, index) => [
    without(index),
    [...good.slice(0, index), event, ...good.slice(index)],
    [...without(index), event],
    ...Object.keys(event).flatMap((member) =>
      [null, 7, -1, '', [], {}, [[]], 1e300].map((value) => good.with(index, { ...event, [member]: value })),
    ),
  ])
  const ends = new Set<string>()
  for (const events of streams)
    try {
      const { deltas } = await ask(BODY, () => stream(bodyOfEvents(events)))
      ends.add(deltas.at(-1)?.type ?? 'nothing')
    } catch (error) {
      ends.add(error instanceof ModelError ? error.code : String(error))
    }
  expect([...ends].toSorted()).toEqual(['finish', 'model.cut'])
})

describe('the API of a question', () => {
  const onlyResponses = ({ path }: Asked): Response =>
    path.endsWith('/responses')
      ? streamed()
      : bad('This model is only supported in v1/responses and not in v1/chat/completions.', 404)
  const onlyChat = ({ path }: Asked): Response =>
    path.endsWith('/responses')
      ? bad('Not found', 404)
      : json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })
  const pathsOf = (asked: readonly Asked[]) => asked.map(({ path }) => path.replace('/v1', ''))
  const able = { structured: true, strict: true, tools: true }

  it('changes to Responses where Chat Completions sends the model there, says so and remembers', async () => {
    const { asked, notes } = await ask(BODY, onlyResponses, { api: undefined }, 2)
    expect(pathsOf(asked)).toEqual(['/chat/completions', '/responses', '/responses'])
    expect(notes).toEqual(
      Array(2).fill('Chat Completions refused this model’s question: it was asked through the Responses API.'),
    )
  })

  it('changes to Chat Completions where there is no other, whatever a probe said before', async () => {
    const { asked, notes } = await ask(
      BODY,
      onlyChat,
      { api: undefined, capabilities: { ...able, api: 'responses' } },
      2,
    )
    expect(pathsOf(asked)).toEqual(['/responses', '/chat/completions', '/chat/completions'])
    expect(notes[0]).toBe('The endpoint has no Responses API: the model was asked through Chat Completions.')
  })

  it('never changes where a person chose it', async () => {
    await expect(ask(BODY, onlyResponses, { api: 'chat' })).rejects.toMatchObject({ code: 'model.status' })
    await expect(ask(BODY, onlyChat, { api: 'responses' })).rejects.toMatchObject({ code: 'model.status' })
  })

  it('changes once: a model that neither API has is an error', async () => {
    await expect(
      ask(BODY, () => bad('no /v1/responses and no /v1/chat/completions', 404), { api: undefined }),
    ).rejects.toMatchObject({
      code: 'model.status',
      details: { status: 404 },
    })
  })

  it('is Chat Completions for stop sequences, which the other does not take', async () => {
    const options = { api: undefined, capabilities: { ...able, api: 'responses' as const } }
    expect(pathsOf((await ask({ ...BODY, stop: 'END' }, onlyChat, options)).asked)).toEqual(['/chat/completions'])
  })
})

test('a test of a model chooses Responses where it gives reasoning back, sound aside, which only the other takes', async () => {
  const asked: string[] = []
  const answer = (sent: Sent): Response => {
    const { text, tools = [] } = sent
    const calls = tools.map((tool, index) => callItem('name' in tool ? tool.name : '', '{}', `c${index}`))
    if (sent.max_output_tokens !== undefined && sent.max_output_tokens !== null)
      return streamed({ ...GOOD, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    const said = messageItem(text === undefined ? 'one, two, three' : '{"ready":true}')
    return streamed(responseOf([reasoningItem('rs_1'), ...(calls.length > 0 ? calls : [said])]))
  }
  const create = (api: 'chat' | 'responses') =>
    createOpenAiModel({
      name: 'm',
      baseUrl: 'http://127.0.0.1:9/v1',
      api,
      fetch: async (url, init) => {
        asked.push(String(url))
        const sent = JSON.parse(String(init?.body)) as Sent // as it was written
        if (!String(url).endsWith('/responses')) return bad('Only text here.')
        return refusalOf(sent) === undefined ? answer(sent) : bad(String(refusalOf(sent)))
      },
    })
  expect(await examineApis(create, new AbortController().signal)).toMatchObject({
    capabilities: { structured: true, strict: true, tools: true, files: ['image', 'file'], api: 'responses' },
    reasoning: true,
    parallelCalls: true,
    usage: true,
  })
  expect(asked.filter((url) => url.endsWith('/chat/completions'))).toHaveLength(1)
})

describe('a refusal of a member', () => {
  const refuses =
    (isBad: (sent: Sent) => boolean, message: string) =>
    ({ sent }: Asked) =>
      isBad(sent) ? bad(message) : streamed()
  const reasoned: ChatBody = {
    model: 'm',
    messages: [{ role: 'assistant', content: 'x', reasoning_items: [{ before: 0, item: sealed('rs_1') }] }],
  }

  it.each<[string, ChatBody, (sent: Sent) => boolean, string, readonly string[]]>([
    [
      'the encrypted reasoning of a model that has none',
      BODY,
      ({ include }) => include !== undefined,
      'Encrypted content is not supported with this model.',
      [],
    ],
    [
      'a summary',
      { ...BODY, reasoning_effort: 'low' },
      ({ reasoning }) => reasoning?.summary !== undefined,
      'Your organization must be verified to generate reasoning summaries.',
      [],
    ],
    [
      'the temperature',
      { ...BODY, temperature: 0 },
      ({ temperature }) => temperature !== undefined,
      "Unsupported parameter: 'temperature'",
      ['This model takes no temperature: it was left out.'],
    ],
    [
      'reasoning that it cannot read',
      reasoned,
      ({ input }) => JSON.stringify(input).includes('rs_1'),
      'The encrypted content gAAA could not be verified.',
      ['The endpoint did not accept the model’s earlier reasoning: it was left out.'],
    ],
  ])('leaves out %s, once and for all', async (_, body, isBad, message, notes) => {
    const found = await ask(body, refuses(isBad, message), {}, 2)
    expect(found.asked).toHaveLength(3)
    expect([...new Set(found.notes)]).toEqual(notes)
  })
})
