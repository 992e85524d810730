import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sealEvents } from '../journal/chain.ts'
import { EVENT_SCHEMA } from '../journal/event-schema.ts'
import { foldAll } from '../journal/fold-run.ts'
import { GENESIS } from '../journal/journal.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { cursorAt } from '../trace/cursor.ts'
import { createTraceLog } from '../trace/trace-log.ts'
import { importConversation } from './conversation.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/conversations')
const read = (path: string, text: string) => importConversation(path, text, { engine: 'test', at: 0 })
const imported = (path: string, text = readFileSync(join(FIXTURES, path), 'utf8')) => {
  const found = read(path, text)
  if (typeof found !== 'object') throw new Error(`${path}: ${found}`)
  const events = sealEvents('run', { seq: 0, hash: GENESIS }, found.events).map(({ event }) => event)
  return { ...found, events, run: foldAll(undefined, events, '') }
}

test.each([
  ['openai.jsonl', 'OpenAI messages', 'How many tulips are there?', null, ['count_stock', 'count_stock']],
  ['langsmith.json', 'LangSmith', 'Water the tulips', 'Bed 3 is watered.', ['water']],
  ['langfuse.json', 'Langfuse', 'Cut the hedge', { done: true }, ['cut']],
  ['otlp.json', 'OpenTelemetry', 'Sow beans', 'Two rows are sown.', ['sow']],
])('%s becomes an ended Run with its Requests, Calls and results', (file, program, request, output, tools) => {
  const { run, events, ...found } = imported(file)
  expect(found.program).toBe(program)
  expect(events[0]?.data).toMatchObject({ imported: { program } })
  expect(run).toMatchObject({ status: 'completed', input: { request }, output })
  expect(events.flatMap((event) => (event.type === 'call.proposed' ? [event.data.tool] : []))).toEqual(tools)
  const validator = createValidator()
  for (const event of events)
    expect(validator.check(EVENT_SCHEMA, event as unknown as Json), event.key).toMatchObject({ ok: true })
  const spans = [...cursorAt(createTraceLog(events)).spans()]
  expect(spans.filter(({ endedAt }) => endedAt === undefined)).toEqual([])
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
})

test('results reach their Calls, by id or by the name of the tool', () => {
  const resultsOf = (file: string) =>
    imported(file).events.flatMap((event) => (event.type === 'call.completed' ? [event.data.result] : []))
  expect(resultsOf('openai.jsonl')).toEqual([{ count: 12 }])
  expect(resultsOf('langsmith.json')).toEqual(['done'])
  expect(resultsOf('langfuse.json')).toEqual(['cut'])
  expect(resultsOf('otlp.json')).toEqual([{ rows: 2 }])
})

const use = (id: string, item: string) => ({
  id,
  type: 'function',
  function: { name: 'count', arguments: JSON.stringify({ item }) },
})
const ask = (...calls: readonly Json[]): Json => ({ role: 'assistant', content: null, tool_calls: calls })
const give = (id: string, content: string): Json => ({ role: 'tool', tool_call_id: id, content })
const USER: Json = { role: 'user', content: 'How many?' }
const DONE: Json = { role: 'assistant', content: 'Done.' }

describe('an id that several Calls have', () => {
  const resultsOf = (value: Json) => {
    const { events, report } = imported('a.json', JSON.stringify(value))
    const items = new Map<string, Json | undefined>()
    for (const { type, data } of events)
      if (type === 'call.proposed') items.set(data.call, (data.parameters as JsonObject)['item'])
    const results = events.flatMap(({ type, data }) =>
      type === 'call.completed' ? [[items.get(data.call), data.result]] : [],
    )
    return { calls: items.size, results, codes: report.map(({ code }) => code) }
  }
  const turns: readonly Json[] = [
    USER,
    ask(use('call_0', 'tulip')),
    give('call_0', '12'),
    ask(use('call_0', 'rose')),
    give('call_0', '99'),
    DONE,
  ]
  const expected = [
    ['tulip', '12'],
    ['rose', '99'],
  ]

  test('gives each the result that follows it', () => {
    expect(resultsOf(turns)).toEqual({ calls: 2, results: expected, codes: ['idsRepeated'] })
  })

  test('keeps both Calls of one turn, with their results in order', () => {
    const one = [USER, ask(use('a', 'tulip'), use('a', 'rose')), give('a', '12'), give('a', '99'), DONE]
    expect(resultsOf(one)).toEqual({ calls: 2, results: expected, codes: ['idsRepeated'] })
  })

  const traced = (...inputs: readonly (readonly Json[])[]): Json =>
    inputs.map((messages, index) => ({
      run_type: 'llm',
      start_time: `2026-01-01T00:00:0${index}Z`,
      inputs: { messages },
      outputs: { message: turns[[1, 3, 5][index] ?? 5] ?? null },
    }))

  test('is distinguished in a trace whose Requests repeat the messages before', () => {
    expect(resultsOf(traced(turns.slice(0, 1), turns.slice(0, 3), turns.slice(0, 5))).results).toEqual(expected)
  })

  test('is distinguished in a trace whose Requests hold results without their Calls', () => {
    const [first, second] = [give('call_0', '12'), give('call_0', '99')]
    expect(resultsOf(traced([USER], [first], [first, second])).results).toEqual(expected)
    expect(resultsOf(traced([USER], [first], [second])).results).toEqual(expected)
  })

  test('takes no result from before its Call', () => {
    const early = [USER, give('a', '42'), ask(use('a', 'tulip')), DONE]
    expect(resultsOf(early)).toEqual({ calls: 1, results: [], codes: ['resultsMissing'] })
  })
})

test('times and tokens are as they were recorded', () => {
  const { run, events } = imported('langsmith.json')
  expect(run).toMatchObject({ startedAt: '2025-05-01T10:00:00.100Z', usage: { inputTokens: 50, outputTokens: 11 } })
  expect(events.find(({ type }) => type === 'request.completed')?.data).toMatchObject({ ms: 1000 })
})

test.each(['0', 'not a date', '99999999999999999999999', '-5', 1e300, -1, '+010000-01-01T00:00:00Z'])(
  'the time %s, which a date cannot have, is left out and reported',
  (time) => {
    const inputs = { messages: [USER] }
    const run = { run_type: 'llm', start_time: time, end_time: time, inputs, outputs: { message: DONE } }
    const { events, report } = imported('a.json', JSON.stringify([run]))
    expect(events[0]?.at).toBe('1970-01-01T00:00:00.000Z')
    expect(report).toMatchObject([{ code: 'timesLeft', values: { count: '2' } }])
  },
)

test('the report names parts, steps and results that are missing', () => {
  const rows = (file: string) => imported(file).report.map(({ code, values }) => ({ code, ...values }))
  expect(rows('openai.jsonl')).toEqual([
    { code: 'messagePart', kind: 'image_url', count: expect.any(String) },
    { code: 'resultsMissing', tools: 'count_stock' },
  ])
  expect(rows('langsmith.json')).toEqual([{ code: 'stepsLeft', count: '1', names: 'Garden agent' }])
  expect(rows('langfuse.json')).toEqual([{ code: 'stepsLeft', count: '1', names: 'retrieve' }])
})

test('keys in the texts are replaced, and reported', () => {
  const key = `sk-${'a'.repeat(40)}`
  const { events, report } = imported(
    'a.json',
    JSON.stringify([
      { role: 'user', content: `My key is ${key}` },
      { role: 'assistant', content: 'Thanks.' },
    ]),
  )
  expect(JSON.stringify(events)).not.toContain(key)
  expect(report).toMatchObject([{ code: 'keysRemoved', values: { count: '1' } }])
})

describe('another text', () => {
  test.each([
    ['a list of tools', '[{ "type": "function", "function": { "name": "a", "parameters": {} } }]'],
    ['an Idea', '{ "title": "A", "context": [{ "type": "text", "text": "x" }] }'],
    ['broken JSON', '{ "messages": ['],
    ['nothing', ''],
    ['more than 20 million characters', `[${' '.repeat(20_000_000)}]`],
  ])('is none: %s', (_, text) => {
    expect(read('a.json', text)).toBeUndefined()
  })

  test('without an answer, or with too many, is refused in one sentence', () => {
    expect(read('a.json', '[{ "role": "user", "content": "Hello?" }]')).toMatch(/^No answer of a model/)
    const many = Array.from({ length: 1001 }, () => ({ role: 'assistant', content: 'x' }))
    expect(read('a.json', JSON.stringify(many))).toMatch(/1001 answers of models; at most 1000/)
  })
})

describe.each(readdirSync(FIXTURES))('%s', (file) => {
  const text = readFileSync(join(FIXTURES, file), 'utf8')
  const OTHERS: readonly Json[] = [null, 7, '', [], {}, [null], { __proto__: null, toString: 1 }]

  test('with any part of another kind or cut anywhere is read or refused, and never throws', () => {
    const value = JSON.parse(text) as Json
    const replace = (wanted: number, part: Json): Json => {
      let count = 0
      const visit = (one: Json): Json => {
        if (count++ === wanted) return part
        if (Array.isArray(one)) return one.map(visit)
        if (typeof one !== 'object' || one === null) return one
        return Object.fromEntries(Object.entries(one).map(([key, each]) => [key, visit(each as Json)]))
      }
      return visit(value)
    }
    for (let part = 0; part < 160; part += 7)
      for (const other of OTHERS) expect(() => read(file, JSON.stringify(replace(part, other)))).not.toThrow()
    for (let at = 0; at < text.length; at += 331) expect(() => read(file, text.slice(0, at))).not.toThrow()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('with names of prototypes changes no object', () => {
    for (const name of ['__proto__', 'constructor'])
      expect(() =>
        read(file, text.replaceAll(/"(count_stock|water|cut|sow|call_a|t1|h1|s1)"/g, `"${name}"`)),
      ).not.toThrow()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('a recording without a conversation', () => {
  const answer = '{ "role": "assistant", "content": "ok" }'
  test.each([
    [
      `[{ "role": "user", "content": ${'['.repeat(20_000)}${']'.repeat(20_000)} }, ${answer}]`,
      'It is nested deeper than 100 levels. Nothing was imported.',
    ],
    [`{ "messages": [] }`, '#/messages is empty. Nothing was imported.'],
    [`{ "messages": [${answer}, { "role": "janitor" }] }`, undefined],
    [`[${answer}, 5]`, '#/1 is not a message: it has no role that is known. Nothing was imported.'],
    [`{ "messages": ["hello"] }`, '#/messages/0 is not a message: it has no role that is known. Nothing was imported.'],
    [`${answer}\n\n{ "role": "user",\n${answer}`, 'Line 3 is broken JSON. Nothing was imported.'],
    [
      `{ "messages": [${answer},\n  { "role" "user" }] }`,
      'Its JSON is broken at line 2, column 12. Nothing was imported.',
    ],
    [
      `[{ "role": "user", "content": "hi" }]`,
      'No answer of a model is in this conversation: none of its 1 messages has the role assistant. Nothing was imported.',
    ],
    ['[]', undefined],
    ['', undefined],
    [`{ "tools": [{ "type": "function" }] }`, undefined],
  ])('is refused with its place: %.60s', (text, sentence) => {
    const found = read('chat.json', text)
    if (sentence === undefined) expect(typeof found).not.toBe('string')
    else expect(found).toBe(sentence)
  })

  test('is read where only a text inside of it is nested deeply', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const call = { id: 'a', type: 'function', function: { name: 'look', arguments: `{"in":${deep}}` } }
    const text = JSON.stringify([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: deep },
    ])
    const found = read('chat.json', text)
    const events = typeof found === 'object' ? found.events : []
    expect(events.flatMap((event) => (event.type === 'call.completed' ? [event.data.result] : []))).toEqual([deep])
    expect(() => imported('chat.json', text)).not.toThrow()
  })
})

test('numbers that were rounded are reported, and those that are kept are not', () => {
  const chat = (sum: string, args: string): string =>
    `[{"role":"user","content":"12345678901234567890"},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"pay","arguments":${JSON.stringify(args)}}}],"n":${sum}}]`
  const numbers = (text: string) =>
    imported('chat.json', text).report.find(({ code }) => code === 'numbersRounded')?.values
  expect(numbers(chat('1', '{"sum":0.1,"n":-0,"e":1.50e2,"big":9007199254740992}'))).toBeUndefined()
  expect(
    numbers(chat('9007199254740993', '{"sum":0.12345678901234567890,"far":1e999,"text":"9007199254740993"}')),
  ).toEqual({
    count: '3',
    numbers: '0.12345678901234567890, 1e999, 9007199254740993',
  })
})

describe('a trace of OpenTelemetry', () => {
  const say = (role: string, content: string): string => JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  const span = {
    traceId: 'abc',
    spanId: '1',
    name: 'chat',
    startTimeUnixNano: '1771237534577907000',
    endTimeUnixNano: '1771237534583417000',
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.input.messages', say('user', 'How many tulips?')),
      text('gen_ai.output.messages', say('assistant', 'Twelve.')),
    ],
  }
  const resource = { scopeSpans: [{ spans: [span] }] }

  test.each([
    ['as it is sent', { resourceSpans: [resource] }],
    ['as Tempo gives it', { batches: [resource] }],
    ['inside a trace', { trace: { resourceSpans: [resource] } }],
    ['as lines of spans', span],
  ])('%s becomes a Run', (_, value) => {
    const taken = importConversation('trace.json', JSON.stringify(value), { engine: 'e', at: 0 })
    expect(taken).toMatchObject({ program: 'OpenTelemetry', report: [] })
    expect(JSON.stringify(taken)).toContain('Twelve.')
  })

  test('of Langfuse is read from the answer of an API, too', () => {
    const observation = { traceId: 't', type: 'GENERATION', input: [{ role: 'user', content: 'Hi' }], output: 'Ho' }
    const value = { message: 'ok', data: { id: 't', observations: [observation] } }
    const taken = importConversation('trace.json', JSON.stringify(value), { engine: 'e', at: 0 })
    expect(taken).toMatchObject({ program: 'Langfuse' })
  })
})

test('Requests of Gemini keep their instruction, Calls and results, whether its SDK or its API wrote them', () => {
  const calls = [
    [{ function_call: { name: 'greet', args: { name: 'Bo' } } }, { function_response: { name: 'greet', response: 1 } }],
    [{ functionCall: { name: 'greet', args: { name: 'Bo' } } }, { functionResponse: { name: 'greet', response: 1 } }],
  ] as const
  for (const [call, response] of calls) {
    const asked = [{ role: 'user', parts: [{ text: 'hi' }] }]
    const called = { role: 'model', parts: [call] }
    const step = (startTime: string, contents: Json, output: Json): Json => ({
      type: 'GENERATION',
      startTime,
      input: { model: 'gemini-2.0-flash', config: { system_instruction: 'Greet.' }, contents },
      output,
    })
    const observations = [
      step('2025-08-28T07:32:30Z', asked, { content: called }),
      step('2025-08-28T07:32:31Z', [...asked, called, { role: 'user', parts: [response] }], {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hello Bo!' }] } }],
      }),
    ]
    const { run, events } = imported('gemini.json', JSON.stringify({ trace: { name: 'hello' }, observations }))
    expect(run).toMatchObject({ status: 'completed', output: 'Hello Bo!' })
    expect(JSON.stringify(events)).toContain('"name":"Bo"')
    expect(JSON.stringify(events)).toContain('Greet.')
  }
})
