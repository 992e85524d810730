import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOpenAiModel } from '../../model/openai.ts'
import { createExecutor } from '../operate/executor.ts'
import { createClock } from '../operate/system-clock.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

type Wire = 'structured' | 'tools'
interface How {
  readonly wire: Wire
  readonly isStreamed: boolean
}
/** One answer of the endpoint, over real HTTP. */
type Answer = (response: ServerResponse, how: How) => void

const usage = { prompt_tokens: 10, completion_tokens: 5 }
const messageOf = (wire: Wire): object => ({
  role: 'assistant',
  content: wire === 'structured' ? '{"calls":[],"output":{"text":"да"}}' : '{"text":"да"}',
})
const HEADERS = { 'content-type': 'text/event-stream' }
const JSON_HEADERS = { 'content-type': 'application/json' }
const event = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`

/** A whole answer, good or with another message and finish. */
const says =
  (message: (wire: Wire) => object = messageOf, finish_reason = 'stop'): Answer =>
  (response, { wire, isStreamed }) => {
    if (!isStreamed) {
      response.writeHead(200, JSON_HEADERS)
      response.end(JSON.stringify({ choices: [{ index: 0, message: message(wire), finish_reason }], usage }))
      return
    }
    response.writeHead(200, HEADERS)
    response.write(event(message(wire)))
    response.end(`${event({}, finish_reason)}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`)
  }
const status =
  (code: number, body = '{"error":{"message":"No."}}', headers: Record<string, string> = JSON_HEADERS): Answer =>
  (response) => {
    response.writeHead(code, headers)
    response.end(body)
  }
/** The beginning of a good answer, then `then`. */
const begins =
  (then: (response: ServerResponse) => void): Answer =>
  (response, { wire, isStreamed }) => {
    if (isStreamed) {
      response.writeHead(200, HEADERS)
      response.write(event(messageOf(wire)), () => then(response))
    } else {
      response.writeHead(200, { ...JSON_HEADERS, 'content-length': '100000' })
      response.write(JSON.stringify({ choices: [{ message: messageOf(wire) }] }).slice(0, -3), () => then(response))
    }
  }

const GOOD = { status: 'completed', code: undefined, retried: [] }
const after = (...retried: readonly string[]) => ({ ...GOOD, retried })
const failed = (code: string) => ({ status: 'failed', code, retried: [] })
const broken = (code: string) => ({ status: 'failed', code, retried: [code, code, code] })
interface Case {
  readonly answers: readonly Answer[]
  readonly ends: { readonly status: string; readonly code: string | undefined; readonly retried: readonly string[] }
  /** The whole answer, if it differs. */
  readonly whole?: Case['ends']
  /** Its first answer never ends: it is not waited for long. */
  readonly isSilent?: true
}
const always = (answer: Answer, ends: Case['ends'], whole = ends): Case => ({ answers: [answer], ends, whole })
const first = (answer: Answer, code: string, whole = code): Case => ({
  answers: [answer, says()],
  ends: after(code),
  whole: after(whole),
})

const CASES: { readonly [title: string]: Case } = {
  'a good answer': always(says(), GOOD),
  'a web page with 200': always(status(200, '<html>', { 'content-type': 'text/html' }), failed('model.envelope')),
  'a web page that calls itself JSON': always(status(200, '<html>'), failed('model.envelope')),
  'an empty body': always(status(200, ''), failed('model.envelope')),
  'an empty object': always(status(200, '{}'), failed('model.envelope')),
  'no choices': always(status(200, '{"choices":[]}'), failed('model.envelope')),
  'an error inside a 200, again and again': always(
    status(200, '{"error":{"message":"Out of memory."}}'),
    broken('model.envelope'),
  ),
  'a stream without choices': first(
    (response) => response.writeHead(200, HEADERS).end('data: {"choices":[]}\n\ndata: [DONE]\n\n'),
    'model.envelope',
  ),
  'an event that isn’t JSON': first(
    (response) => response.writeHead(200, HEADERS).end('data: {"choices":[{\n\n'),
    'model.envelope',
  ),
  'a reset before any byte': first((response) => void response.socket?.resetAndDestroy(), 'model.unreachable'),
  'a reset in the middle': first(
    begins((response) => void response.socket?.resetAndDestroy()),
    'model.cut',
    'model.unreachable',
  ),
  'a stream that ends without its finish': first(
    (response, { wire }) => response.writeHead(200, HEADERS).end(event(messageOf(wire))),
    'model.cut',
  ),
  'a [DONE] without a finish': first(
    (response, { wire }) => response.writeHead(200, HEADERS).end(`${event(messageOf(wire))}data: [DONE]\n\n`),
    'model.cut',
  ),
  'silence before any byte': { ...first(() => {}, 'model.stalled'), isSilent: true },
  'silence in the middle': {
    ...first(
      begins(() => {}),
      'model.stalled',
    ),
    isSilent: true,
  },
  'a refusal': always(
    says(() => ({ refusal: 'I cannot.' })),
    failed('model.refused'),
  ),
  'an answer stopped by its length': always(says(messageOf, 'length'), failed('model.length')),
  'an answer that a filter withholds': always(says(messageOf, 'content_filter'), failed('model.refused')),
  '429 with Retry-After': {
    answers: [status(429, '{"error":{"message":"Slow down."}}', { ...JSON_HEADERS, 'retry-after': '2' }), says()],
    ends: after('model.rateLimited'),
  },
  'a quota that is spent': always(
    status(429, '{"error":{"message":"No money.","code":"insufficient_quota"}}'),
    failed('model.rateLimited'),
  ),
  '500': first(status(500), 'model.status'),
  '502 with a web page': first(
    status(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }),
    'model.status',
  ),
  '503 for ever': always(status(503), broken('model.status')),
  '401': always(status(401), failed('model.status')),
  '404': always(status(404), failed('model.status')),
  'a 400 about nothing known': always(status(400), failed('model.status')),
  'a 413 without a body': always(status(413, '', {}), failed('model.status')),
  'a 204': always(status(204, '', {}), failed('model.envelope')),
}

/** Nothing that is not an answer, cut into single bytes and with every liberty that the format of events allows. */
const ODD_BUT_RIGHT: { readonly [title: string]: Answer } = {
  'single bytes': (response, { wire }) => {
    response.writeHead(200, HEADERS)
    const bytes = Buffer.from(`${event(messageOf(wire))}${event({}, 'stop')}data: [DONE]\n\n`)
    for (const byte of bytes) response.write(Buffer.from([byte]))
    response.end()
  },
  'carriage returns, comments, a byte-order mark, no spaces': (response, { wire }) => {
    response.writeHead(200, HEADERS)
    const events = `${event(messageOf(wire))}: keep alive\n\n${event({}, 'stop')}data: [DONE]\n\n`
    response.end(`\ufeff${events.replaceAll('data: ', 'data:').replaceAll('\n', '\r\n')}`)
  },
  'no [DONE] and no usage': (response, { wire }) => {
    response.writeHead(200, HEADERS)
    response.end(event(messageOf(wire), 'stop'))
  },
  'the wrong content type': (response, { wire }) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end(`${event(messageOf(wire))}${event({}, 'stop')}data: [DONE]\n\n`)
  },
  'bytes after [DONE]': (response, { wire }) => {
    response.writeHead(200, HEADERS)
    response.end(`${event(messageOf(wire), 'stop')}data: [DONE]\n\ndata: {oops\n\n`)
  },
}

let answer: Answer = () => {}
let how: How = { wire: 'structured', isStreamed: true }
const server = createServer((request, response) => {
  request.resume().on('end', () => answer(response, how))
})
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` // it listens on a port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ideas = {
  one: {
    context: [
      { type: 'text', text: 'Say yes.' },
      { type: 'tool', tool: { ping: { type: 'object', description: 'Pings.', properties: {} } } },
    ],
    schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
}

async function asked({ wire, isStreamed }: How, answers: readonly Answer[], isSilent = false) {
  const left = [...answers]
  how = { wire, isStreamed }
  answer = (response, given) => (left.length > 1 ? left.shift() : left[0])?.(response, given)
  const model = createOpenAiModel({
    name: 'm',
    baseUrl,
    apiKey: 'sk-no-real-key',
    /** Only an endless wait is given up quickly: a slow machine isn't a fault. */
    get idleMs() {
      return isSilent && left.length > 1 ? 100 : 60_000
    },
    capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
  })
  const { deps, journal } = createTestWorld({ ideas, script: () => '' })
  // A pause is over at once, a deadline of the Run never comes.
  const after = (ms: number, act: () => void): (() => void) => {
    const timer = ms <= 30_000 ? setImmediate(act) : undefined
    return () => clearImmediate(timer)
  }
  const clock = createClock({ ...deps.clock, after })
  const executor = createExecutor({ ...deps, models: () => model, clock })
  const { id } = await executor.start({ idea: 'one' })
  const run = await executor.settled(id)
  const events = await journal.read(id, { hydrate: true })
  expect(await executor.replay(id)).toEqual({ identical: true })
  expect(run.output ?? null).toEqual(run.status === 'completed' ? { text: 'да' } : null)
  return {
    status: run.status,
    code: run.error?.code,
    retried: events.flatMap((one) => (one.type === 'request.retried' ? [one.data.code] : [])),
  }
}

const FORMS: readonly How[] = (['structured', 'tools'] as const).flatMap((wire) => [
  { wire, isStreamed: true },
  { wire, isStreamed: false },
])

describe.each(FORMS)('An endpoint over HTTP, on $wire, streaming $isStreamed', (form) => {
  test.each(Object.entries(CASES))('%s is what it is: an answer, tried again, or reported', async (_, one) => {
    expect(await asked(form, one.answers, one.isSilent)).toEqual(form.isStreamed ? one.ends : (one.whole ?? one.ends))
  })
  if (form.isStreamed)
    test.each(Object.entries(ODD_BUT_RIGHT))('%s is an answer', async (_, odd) => {
      expect(await asked(form, [odd])).toEqual(GOOD)
    })
})
