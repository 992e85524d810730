import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { ATTACK_FORMS, ideas, piecesOf, type How } from '../../../../packages/core/testing/test-attacks.ts'
import { sayOn } from '../../../../packages/core/testing/test-wires.ts'
import {
  ANTHROPIC,
  GEMINI,
  saidOf,
  toEvents,
  type ProviderScript,
} from '../../../../packages/core/testing/test-provider-apis.ts'
import { bodyOfEvents, eventsOf, responseOfDeltas } from '../../../../packages/core/testing/test-responses.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { bodyOf, testServer } from '../testing/test-server.ts'

type Pieces = ReturnType<typeof piecesOf>
type Piece = Pieces[number]

const attacks = ATTACK_FORMS.flatMap(({ title, wire, how }) =>
  // The faults of an endpoint. Errors of an HTTP adapter are handled elsewhere.
  isSaid(how)
    ? [true, false].map((isStreamed) => ({ title, wire, isStreamed, pieces: piecesOf(how, isStreamed) }))
    : [],
)
function isSaid(how: How): how is Exclude<How, Error> {
  return !(how instanceof Error)
}

/** One piece as Chat Completions streams it. */
const chunkOf = (piece: Piece): object => {
  switch (piece.type) {
    case 'note':
    case 'reasoningItem':
      return { choices: [] }
    case 'text':
      return { choices: [{ index: 0, delta: { content: piece.text } }] }
    case 'reasoning':
      return { choices: [{ index: 0, delta: { reasoning_content: piece.text } }] }
    case 'refusal':
      return { choices: [{ index: 0, delta: { refusal: piece.text } }] }
    case 'call':
      return { choices: [{ index: 0, delta: { tool_calls: [callOf(piece)] } }] }
    case 'usage':
      return {
        choices: [],
        usage: { prompt_tokens: piece.usage.inputTokens, completion_tokens: piece.usage.outputTokens },
      }
    case 'finish':
      return { choices: [{ index: 0, delta: {}, finish_reason: piece.reason }] }
  }
}
const callOf = ({ index, id, name, argumentsDelta }: Piece & { readonly type: 'call' }): object => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: argumentsDelta },
})

const streamed = (response: ServerResponse, pieces: Pieces): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of pieces) response.write(`data: ${JSON.stringify(chunkOf(piece))}\n\n`)
  response.end('data: [DONE]\n\n')
}

const whole = (response: ServerResponse, pieces: Pieces): void => {
  const content = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('')
  const calls = pieces.flatMap((piece) => (piece.type === 'call' ? [callOf(piece)] : []))
  const refusal = pieces.flatMap((piece) => (piece.type === 'refusal' ? [piece.text] : [])).join('')
  const finish = pieces.find((piece) => piece.type === 'finish')
  const message = { content, ...(refusal !== '' && { refusal }), ...(calls.length > 0 && { tool_calls: calls }) }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish?.reason ?? null }] }))
}

/** The same through a provider's own API. */
const throughProvider = (response: ServerResponse, pieces: Pieces, script: ProviderScript): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(toEvents(script.eventsOf(saidOf(pieces))))
}
const SCRIPTS = new Map<string, ProviderScript>([
  ['anthropic', ANTHROPIC],
  ['google', GEMINI],
])

/** The same through the Responses API. */
const throughResponses = (response: ServerResponse, pieces: Pieces, isStreamed: boolean): void => {
  const answer = responseOfDeltas(pieces)
  response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' })
  response.end(isStreamed ? bodyOfEvents(eventsOf(answer, 2000)) : JSON.stringify(answer))
}

const ACTIVITIES = `export const ping = () => 'pong'
export const save = ({ n }: { n?: unknown }) => n ?? null
export const guard = () => 'opened'
`

test.each(['chat', 'responses', 'anthropic', 'google'])(
  `a model that says any of ${attacks.length} hostile things through %s, on both wires, streaming and whole, ends its run properly; the server is alive`,
  async (api) => {
    const met = new Set<number>()
    await using endpoint = await listenOnLoopback((request, response) => {
      let body = ''
      request.on('data', (bytes: Buffer) => (body += bytes.toString()))
      request.on('end', () => {
        const place = Number(/attack-(\d+)-/.exec(body)?.[1] ?? -1)
        const attack = attacks[place]
        const script = SCRIPTS.get(api)
        const wire = body.includes('"tools":[') ? 'tools' : 'structured'
        const isNew = attack !== undefined && !met.has(place)
        const pieces = isNew ? attack.pieces : sayOn(wire, { output: { text: 'done' } })
        if (isNew) met.add(place)
        if (script !== undefined) return throughProvider(response, pieces, script)
        if (request.url === '/v1/responses') return throughResponses(response, pieces, !isNew || attack.isStreamed)
        if (!isNew) return streamed(response, pieces)
        if (attack.isStreamed) streamed(response, attack.pieces)
        else whole(response, attack.pieces)
      })
    })
    await using server = await testServer({
      'ensemble.json': {
        version: 1,
        name: 'hostile',
        egress: { hosts: [endpoint.host] },
        endpoints: { hostile: { baseUrl: `${endpoint.origin}/v1`, concurrency: 16, api } },
      },
      'ideas/one.json': ideas.one,
      // The server starts no Idea whose Modules are missing.
      'ideas/gone.json': { context: [{ type: 'text', text: 'Here.' }], schema: ideas.one.schema },
      'activities/all.ts': ACTIVITIES,
    })
    const ended: Record<string, number> = {}
    const run = async (input: object, wire: string): Promise<void> => {
      const started = await server.ask('POST', '/api/runs', {
        idea: 'one',
        // Models that Anthropic's package doesn't know answer through a function that it adds.
        model: `hostile/${api === 'anthropic' ? 'claude-sonnet-4-5' : 'm'}`,
        input,
        config: { wire },
      })
      const { id, ...problem } = await bodyOf(started)
      expect(id, JSON.stringify(problem)).toBeTypeOf('string')
      const { status, error } = await (await server.deps.executor()).settled(id)
      const end = `${status} ${error?.code ?? ''}`.trim()
      ended[end] = (ended[end] ?? 0) + 1
    }
    for (let from = 0; from < attacks.length; from += 32)
      await Promise.all(
        attacks.slice(from, from + 32).map(({ wire }, place) => run({ attack: `attack-${from + place}-` }, wire)),
      )
    expect(met.size).toBe(attacks.length)
    // The model sees most of them and then answers well; a Run that ends says why.
    expect(ended['completed']).toBeGreaterThan(attacks.length * 0.9)
    expect(Object.keys(ended).filter((end) => !/^(completed|failed (model|limit)\.\w+)$/.test(end))).toEqual([])
    expect((await server.ask('GET', '/api/health')).status).toBe(200)
    await run({ attack: 'none' }, 'tools')
  },
)
