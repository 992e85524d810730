import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { checkCall } from '../../call/tool-check.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { Config } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import { createDecoder } from '../../model/decoder.ts'
import { fallback, type WireChoice } from '../../model/fallback.ts'
import { ModelError, type Model } from '../../model/model.ts'
import type { RawAnswer } from '../../model/wire.ts'
import { wireOf } from '../../request/config.ts'
import { hashJson } from '../../schema/hash.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { atOnce } from '../../schema/turns.ts'
import type { Validator } from '../../schema/validator.ts'
import type { Prepared } from './prepare.ts'
import { questionInText } from './question-in-text.ts'
import { NO_OUTPUT, readOutput } from './read-output.ts'

/** One filled-in instance of a Tool: its parameters with the meta fields, `_output` if the model wrote one. */
export type Call = JsonObject & { readonly _tool: string }

/**
 * The result of one Request (docs/contract/protocol.md#vocabulary). `errors` are the refused Calls, as a Loop would
 * show them to the model.
 */
export interface Solution<T, C = Call> {
  readonly calls: readonly C[]
  readonly output: T | null
  readonly errors: readonly CallError[]
}

export interface RequestInput {
  readonly prepared: Prepared
  readonly config: Config
  readonly context: readonly Message[]
  readonly model: Model
  readonly validator: Validator
  readonly signal: AbortSignal
}

/** One model invocation: no loop, no execution, no retry. Throws ModelError without a usable answer. */
export async function request<T, C = Call>(input: RequestInput): Promise<Solution<T, C>> {
  const { prepared, context, config, model, validator } = input
  const refused: WireChoice[] = []
  for (;;) {
    const choice = fallback(model.capabilities, wireOf(config), refused)
    if (!choice) throw new ModelError('model.schemaRefused', `${model.name} refuses every way to ask for this schema.`)
    const { composition, encoded } = atOnce(prepared.question(context, model.name, choice))
    try {
      const decoder = createDecoder(choice.wire, composition)
      const answer = await answerOf(input, encoded.body, decoder)
      const { liftCall, openCall } = encoded
      const read = readOutput({ composition, encoded }, answer, validator)
      const asked = questionInText(composition, answer, read)
      const output = asked ? NO_OUTPUT : read
      const judged = (asked ? [asked] : answer.calls).map((call) =>
        checkCall({ raw: call.text, tool: call.tool, composition, validator, liftCall, openCall }),
      )
      return {
        calls: judged.flatMap((one) => (one.ok ? [toCall(one.call) as C] : [])),
        output: output.type === 'output' ? (output.value as T) : null, // validated against T's schema
        errors: [
          ...judged.flatMap((one) => (one.ok ? [] : [one.error])),
          ...(output.type === 'invalid' ? [callError(output.error.code, output.error.message, output.error)] : []),
        ],
      }
    } catch (thrown) {
      if (!(thrown instanceof ModelError) || thrown.code !== 'model.schemaRefused') throw thrown
      refused.push(choice)
    }
  }
}

/** The seed of one Request: the same question gets the same answer. */
export const seedOf = (config: Config, context: readonly Message[]): string =>
  hashJson([context as unknown as Json, config.seed ?? null]) // Messages are JSON

async function answerOf(
  { model, signal, context, config }: RequestInput,
  body: Parameters<Model['ask']>[0],
  decoder: ReturnType<typeof createDecoder>,
): Promise<RawAnswer> {
  const seed = seedOf(config, context)
  let refusal = ''
  for await (const delta of model.ask(body, { signal, seed })) {
    decoder.push(delta)
    if (delta.type === 'refusal') refusal += delta.text
    if (delta.type === 'finish' && delta.reason === 'length')
      throw new ModelError('model.length', 'The answer was cut off by its length limit.')
    if (delta.type === 'finish') {
      if (refusal) throw new ModelError('model.refused', `The model refused: ${refusal}`)
      if (delta.reason === 'content_filter')
        throw new ModelError('model.refused', 'The endpoint withheld the answer (content filter).')
      return decoder.end(true)
    }
  }
  throw new ModelError('model.cut', 'The answer ended before it was complete.', { retryable: true })
}

export const toCall = ({ tool, meta, parameters, reasoning, written }: ProposedCall): Call =>
  ({
    ...meta,
    _activity: tool.activity,
    ...(reasoning !== undefined && { _reasoningForCall: reasoning }),
    ...parameters,
    ...(written !== undefined && { _output: written }),
  }) as Call // strings, lists of strings and JSON
