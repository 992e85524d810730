import type { CallVerdict } from '../../../call/judge-calls.ts'
import { checkCall } from '../../../call/tool-check.ts'
import { createDecoder } from '../../../model/decoder.ts'
import { estimateUsage } from '../../../model/estimate-usage.ts'
import { ModelError, type ChatBody, type ChatMessage, type Model, type ModelUsage } from '../../../model/model.ts'
import type { RawAnswer } from '../../../model/wire.ts'
import type { Json } from '../../../schema/json.ts'
import type { Question } from '../../perform/question.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { readOutput } from '../../loop/read-output.ts'
import { questionOf } from '../replay.ts'
import { toCall } from '../../loop/request.ts'
import type { Endpoints } from '../../perform/run-scope.ts'

/** The new question: the recorded Request with these replacements. */
export interface AskAgainOptions {
  /** The span of a Request. */
  readonly span: string
  /** Counts from 0: another seed for each, the recorded one for the first. */
  readonly sample: number
  readonly messages?: readonly ChatMessage[]
  readonly model?: string
  readonly temperature?: number
  readonly signal: AbortSignal
}

/** One more answer to a recorded Request. None of it is executed and nothing journaled. */
export interface AgainAnswer {
  readonly model: string
  readonly raw: string
  /** Each Call as a run would judge it, apart from what its references read. */
  readonly calls: readonly CallVerdict[]
  readonly output: Json
  /** Why there is no output where there should be one, or no answer at all. */
  readonly error?: { readonly code: string; readonly message: string; readonly path?: string }
  readonly usage: ModelUsage
  /** USD; null where no price is known. */
  readonly cost: number | null
  /** Milliseconds, waiting for a slot left out. */
  readonly ms: number
}

/** Asks one recorded Request again, with edits. Throws EnsembleError `request.unknown` if missing or not replayable. */
export async function askAgain(
  deps: ExecutorDeps,
  endpoints: Endpoints,
  run: string,
  options: AskAgainOptions,
): Promise<AgainAnswer> {
  const { question, seed } = await questionOf({ deps, run, span: options.span, endpoints })
  const model = deps.models(options.model ?? question.model.name)
  const recorded = question.encoded.body
  const body: ChatBody = {
    ...recorded,
    model: model.name,
    ...(options.messages !== undefined && { messages: options.messages }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    // Or an endpoint that keeps to it would give the same answer each time.
    ...(typeof recorded.seed === 'number' && options.sample > 0 && { seed: recorded.seed + options.sample }),
  }
  const { signal } = options
  const slot = await endpoints.slots.take(model.slots ?? model.endpoint, { signal, tokens: question.tokens })
  const began = deps.clock.elapsed()
  try {
    const asked = await ask(
      deps,
      model,
      body,
      question,
      options.sample === 0 ? seed : `${seed}#${options.sample}`,
      signal,
    )
    slot.give(asked.usage.inputTokens + asked.usage.outputTokens)
    return {
      model: model.name,
      ...judge(deps, question, asked.answer),
      ...(asked.error !== undefined && { error: asked.error }),
      usage: asked.usage,
      cost: deps.costOf?.(asked.usage, model.name) ?? null,
      ms: deps.clock.elapsed() - began,
    }
  } finally {
    slot.give()
  }
}

interface Asked {
  readonly answer: RawAnswer
  readonly usage: ModelUsage
  readonly error?: { readonly code: string; readonly message: string }
}

async function ask(
  deps: ExecutorDeps,
  model: Model,
  body: ChatBody,
  { composition, encoded }: Question,
  seed: string,
  signal: AbortSignal,
): Promise<Asked> {
  const decoder = createDecoder(encoded.wire, composition)
  let usage: ModelUsage | undefined
  let chars = 0
  let thought = 0
  let finish: string | undefined
  let refusal = ''
  const used = (): ModelUsage => usage ?? estimateUsage(body, chars, thought)
  try {
    for await (const delta of model.ask(body, { signal, seed, readFile: deps.artifacts.get })) {
      decoder.push(delta)
      if (delta.type === 'usage') usage = delta.usage
      if (delta.type === 'text') chars += delta.text.length
      if (delta.type === 'reasoning') thought += delta.text.length
      if (delta.type === 'refusal') refusal += delta.text
      if (delta.type === 'call') chars += delta.argumentsDelta.length
      if (delta.type === 'finish') finish = delta.reason
    }
    if (refusal !== '') throw new ModelError('model.refused', `The model refused: ${refusal}`)
    if (finish === 'content_filter')
      throw new ModelError('model.refused', 'The endpoint withheld the answer (content filter).')
    if (finish === undefined || finish === 'length')
      throw new ModelError(
        finish === undefined ? 'model.cut' : 'model.length',
        'The answer ended before it was complete.',
      )
    return { answer: decoder.end(true), usage: used() }
  } catch (thrown) {
    signal.throwIfAborted()
    if (!(thrown instanceof ModelError)) throw thrown
    return { answer: decoder.end(false), usage: used(), error: { code: thrown.code, message: thrown.message } }
  }
}

function judge(
  { validator }: ExecutorDeps,
  question: Question,
  answer: RawAnswer,
): Pick<AgainAnswer, 'raw' | 'calls' | 'output' | 'error'> {
  const { composition, encoded } = question
  const calls = answer.calls.map(({ text, tool }): CallVerdict => {
    const { liftCall, openCall } = encoded
    const checked = checkCall({ raw: text, tool, composition, validator, liftCall, openCall })
    return checked.ok ? { ok: true, call: toCall(checked.call) } : checked
  })
  const output = readOutput(question, answer, validator)
  return {
    raw: answer.raw,
    calls,
    output: output.type === 'output' ? output.value : null,
    ...(output.type === 'invalid' && { error: output.error }),
  }
}
