import { ModelError, type Capabilities, type ChatBody, type Model, type ModelDelta } from '../../src/model/model.ts'
import { isObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import type { Process } from './faults.ts'
import type { SimulatedGraph } from './graph.ts'
import type { Random } from './random.ts'

interface Answer {
  readonly calls: readonly { readonly tool: string; readonly text: string }[]
  /** The output's JSON, or undefined for none. */
  readonly output: string | undefined
}

export interface RandomModelOptions {
  readonly random: Random
  readonly graph: SimulatedGraph
  readonly process: Process
  readonly capabilities: Capabilities
  readonly onAsk: (body: ChatBody) => void
}

/** A model that means well most of the time: it calls, answers, breaks its JSON, stalls, refuses and stops by chance. */
export function createRandomModel({ random, graph, process, capabilities, onAsk }: RandomModelOptions): Model {
  return {
    name: 'random',
    simulated: true,
    endpoint: 'simulation',
    capabilities,
    async *ask(body, { signal }) {
      onAsk(body)
      await process.step(async () => {})
      signal.throwIfAborted()
      if (random.chance(0.03)) throw randomError(random)
      const answer = createAnswer(random, graph, body)
      const isText = !('response_format' in body) && !('tools' in body)
      const pieces =
        'tools' in body
          ? toolPieces(answer, random)
          : textPieces(isText ? 'Just text.' : envelope(answer, random), random)
      const cut = random.chance(0.05) ? random.int(0, pieces.length) : Number.POSITIVE_INFINITY
      for (const [position, piece] of pieces.entries()) {
        if (position === cut) {
          if (random.chance(0.5)) return
          throw new ModelError('model.cut', 'The connection broke.', { retryable: true })
        }
        if (random.chance(0.3)) await process.step(async () => {})
        signal.throwIfAborted()
        yield piece
      }
      if (random.chance(0.02)) yield { type: 'refusal', text: 'No.' }
      if (random.chance(0.8))
        yield {
          type: 'usage',
          usage: { inputTokens: 9, outputTokens: 3, cachedTokens: 0, reasoningTokens: 0, estimated: false },
        }
      yield { type: 'finish', reason: random.chance(0.02) ? 'length' : 'stop' }
    },
  }
}

/** One that can do at least one of the wires. */
export function drawCapabilities(random: Random): Capabilities {
  const wires = random.int(0, 3)
  return { structured: wires !== 0, strict: wires === 1, tools: wires !== 2 }
}

function randomError(random: Random): Error {
  return random.pick<() => Error>([
    () => new ModelError('model.rateLimited', 'Slow down.', { retryable: true, retryAfterMs: 700 }),
    () => new ModelError('model.status', 'Broken.', { retryable: true, status: 500 }),
    () => new ModelError('model.schemaRefused', 'Not this schema.', { status: 400 }),
    () => new ModelError('model.envelope', 'A web page.', {}),
    () => new TypeError('a bug of the adapter'),
  ])()
}

/** The names the question offers, from the wire it came by. */
function offeredTools(body: ChatBody, graph: SimulatedGraph): readonly string[] {
  const text = JSON.stringify(body.tools ?? body.response_format ?? null)
  return [...graph.tools.keys()].filter((name) => text.includes(`"${name}"`))
}

function createAnswer(random: Random, graph: SimulatedGraph, body: ChatBody): Answer {
  const offered = offeredTools(body, graph)
  const wantsCalls = offered.length > 0 && random.chance(0.6)
  const count = wantsCalls ? random.pick([1, 1, 2, 3, 6]) : 0
  const calls = Array.from({ length: count }, () => {
    const tool = random.chance(0.04) ? 'ecko' : random.pick(offered)
    const filled = graph.tools.get(tool)?.fill(random) ?? { n: 1 }
    return { tool, text: spoil(JSON.stringify(distort(filled, random)), random) }
  })
  return { calls, output: random.chance(wantsCalls ? 0.25 : 0.9) ? createOutput(random, body) : undefined }
}

function distort(call: JsonObject, random: Random): JsonObject {
  if (!random.chance(0.12)) return call
  return {
    ...call,
    ...random.pick<JsonObject>([
      { n: 'three' },
      { extra: true },
      { _module: 'idea://root' },
      { _approval: 'no' },
      { _instance: random.pick(['one', 'two', 'three']) },
      { _reasoningForCall: 'because' },
      { n: null },
      { _imports: [] },
      { _outputPath: '†state.__proto__.x' },
    ]),
  }
}

const spoil = (text: string, random: Random): string =>
  random.chance(0.03)
    ? random.pick([text.slice(0, -1), `${text}}`, text.replace('{', '{"n":1,"n":2,'), '[]', text.replace(/\d/, 'NaN')])
    : text

function createOutput(random: Random, body: ChatBody): string {
  const schema = JSON.stringify(body.response_format ?? null)
  const value: Json = random.chance(0.1)
    ? random.pick<Json>([7, [], { n: 'x' }, ''])
    : schema.includes('"note"') || schema.includes('"n"')
      ? { n: random.int(0, 9) }
      : 'Готово'
  return JSON.stringify(value)
}

const envelope = ({ calls, output }: Answer, random: Random): string => {
  const items = calls.map(
    ({ tool, text }) => `{"_tool":${JSON.stringify(tool)}${text === '{}' ? '}' : `,${text.slice(1)}`}`,
  )
  const text = `{"calls":[${items.join(',')}],"output":${output ?? 'null'}}`
  return random.chance(0.04)
    ? random.pick(['', 'Sure! ' + text, '```json\n' + text + '\n```', text.slice(0, -5), '{}'])
    : text
}

function textPieces(text: string, random: Random): readonly ModelDelta[] {
  const size = random.pick([text.length || 1, 40, 7])
  const pieces: ModelDelta[] = []
  for (let at = 0; at < text.length; at += size) pieces.push({ type: 'text', text: text.slice(at, at + size) })
  return pieces
}

function toolPieces({ calls, output }: Answer, random: Random): readonly ModelDelta[] {
  const pieces: ModelDelta[] = []
  for (const [index, { tool, text }] of calls.entries()) {
    const half = random.int(0, text.length)
    pieces.push({ type: 'call', index, id: `c${index}`, name: tool, argumentsDelta: text.slice(0, half) })
    pieces.push({ type: 'call', index, argumentsDelta: text.slice(half) })
  }
  if (output !== undefined)
    pieces.push({ type: 'text', text: isObject(JSON.parse(output)) ? output : `{"output":${output}}` })
  return pieces
}
