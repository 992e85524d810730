import type { CallRecord, Message } from '../../idea/message.ts'
import type { EffectiveTool } from '../../request/composition.ts'
import { compose } from '../../request/compose.ts'
import { DEFAULT_COMPOSITION } from '../../request/config.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { normaliseTool } from '../../tool/normalise.ts'
import { createDecoder } from '../decoder.ts'
import { encodeRequest } from '../encode-request.ts'
import { createSimulatedModel } from './simulated-model.ts'

/** A Tool with what running it gives; an Error is an `activity.failed`. Without `run` it is latent. */
export interface SimulatedTool {
  readonly schema: JsonObject
  readonly run?: (call: JsonObject, attempt: number) => Json | Error
}

export interface SimulatedRun {
  readonly turns: readonly (readonly { readonly tool: string; readonly call: JsonObject }[])[]
  readonly output: Json
}

const LAST_TURN = 8

/** The smallest Loop: enough to see what the simulated model does with its own earlier answers. */
export const runSimulated = async (options: {
  /** `strict` is structured with the lowered schema, `final` is tools with the output as a call. */
  readonly wire: 'structured' | 'strict' | 'tools' | 'final' | 'json'
  readonly tools: Readonly<Record<string, SimulatedTool>>
  readonly context: readonly Message[]
  readonly output: JsonSchema | undefined
  readonly seed: string
}): Promise<SimulatedRun> => {
  const { context, output, seed } = options
  const wire = options.wire === 'strict' ? 'structured' : options.wire === 'final' ? 'tools' : options.wire
  const tools = Object.entries(options.tools).map(([name, { schema, run }]): EffectiveTool => {
    const { tool } = normaliseTool(name, schema)
    if (tool === undefined) throw new Error(`${name} is no Tool`)
    return { tool, mode: run === undefined ? 'latent' : 'explicit', activity: run === undefined ? '' : name }
  })
  const composition = compose({
    tools,
    output,
    hasState: context.some(({ type }) => type === 'state'),
    hasInput: context.some(({ type }) => type === 'input'),
    instances: context.flatMap((message) => ('_instance' in message && message._instance ? [message._instance] : [])),
    options: DEFAULT_COMPOSITION,
  })
  const model = createSimulatedModel({ pace: 0, sleep: async () => undefined })
  const turns: SimulatedRun['turns'][number][] = []
  const attempts = new Map<string, number>()
  let messages: readonly Message[] = context
  while (turns.length < LAST_TURN) {
    const strict = options.wire === 'strict'
    const encoded = encodeRequest({
      composition,
      context: messages,
      config: {},
      model: 'simulated',
      wire,
      strict,
      inlineBytes: 2048,
      finalOutput: options.wire === 'final',
    })
    const decoder = createDecoder(wire, composition)
    for await (const delta of model.ask(encoded.body, { signal: new AbortController().signal, seed }))
      decoder.push(delta)
    const answer = decoder.end(true)
    if (answer.problem !== undefined) throw new Error(answer.problem.message)
    if (answer.outputText !== undefined)
      return { turns, output: encoded.liftOutput(JSON.parse(answer.outputText) as Json) } // a JSON text
    const calls = answer.calls.map(({ tool: named, text }, index): CallRecord & { readonly call: JsonObject } => {
      const written = JSON.parse(text) as JsonObject // the model writes objects
      const tool = named ?? String(written._tool)
      const lifted = encoded.liftCall(tool, written)
      return { id: `${turns.length}.${index}`, tool, call: isObject(lifted) ? lifted : {} }
    })
    turns.push(calls.map(({ tool, call }) => ({ tool, call })))
    const answers = calls.map(({ id, tool, call }): Message => {
      const attempt = (attempts.get(tool) ?? 0) + 1
      attempts.set(tool, attempt)
      const result = options.tools[tool]?.run?.(call, attempt) ?? call._output ?? null
      return result instanceof Error
        ? { type: 'error', call: id, tool, error: { code: 'activity.failed', message: result.message } }
        : { type: 'result', call: id, tool, result }
    })
    const written = calls.flatMap(({ call }, index): Message[] => {
      const path = call._outputPath
      const answer = answers[index]
      if (typeof path !== 'string' || answer?.type !== 'result') return []
      return [{ type: 'state', state: { [path.slice('†state.'.length)]: answer.result ?? null } }]
    })
    messages = [...messages, { type: 'calls', calls }, ...answers, ...written]
  }
  throw new Error('the simulated model goes on for ever')
}

/** The names of the Tools that the simulated model calls for an input, each once, in order. */
export const calledTools = async (
  tools: Readonly<Record<string, SimulatedTool>>,
  input: Json,
): Promise<readonly string[]> => {
  const { turns } = await runSimulated({
    wire: 'structured',
    tools,
    context: [{ type: 'input', input }],
    output: { type: 'object', properties: { done: { type: 'string' } }, required: ['done'] },
    seed: 'one',
  })
  return [...new Set(turns.flat().map((call) => call.tool))]
}
