import { Deferred } from '../../journal/deferred.ts'
import type { EventData } from '../../journal/events.ts'
import type { WireName } from '../../idea/idea.ts'
import type { WireChoice } from '../../model/fallback.ts'
import { hasParts } from '../../model/file-parts.ts'
import type { ChatBody } from '../../model/model.ts'
import type { EncodedRequest, RawAnswer } from '../../model/wire.ts'
import { hashOf, keptText } from '../../schema/kept-text.ts'
import type { Json, JsonObject, Sha256 } from '../../schema/json.ts'
import { parseJson } from '../../schema/parse-json.ts'
import { weighText } from '../../schema/weigh.ts'

type StartedData = EventData['request.started']

/** A question's facts in `request.started`, besides its bytes. */
export type Asking = Pick<StartedData, 'idea' | 'turn' | 'model' | 'tools'>

/** The content of `request.started`; most of it is made on demand. */
export interface AskedBytes {
  /** Hash of the body. */
  readonly inputs: Sha256
  make(): StartedData
}

/** The same of a question that is asked here. */
export class RequestStarted extends Deferred<StartedData> {
  readonly #asking: Asking
  readonly #choice: WireChoice
  readonly #wire: WireName
  readonly #strict: boolean
  readonly #schema: JsonObject
  readonly #body: ChatBody
  #hash: Sha256 | undefined

  constructor(asking: Asking, choice: WireChoice, { wire, strict, schema, body }: EncodedRequest) {
    super()
    this.#asking = asking
    this.#choice = choice
    this.#wire = wire
    this.#strict = strict
    this.#schema = schema
    this.#body = body
  }

  /** Hash of the body. The wires write its fields in one order, so no canonical text is needed. */
  get inputs(): Sha256 {
    return (this.#hash ??= hashOf(this.#body))
  }

  make(): StartedData {
    const { idea, turn, model, tools } = this.#asking
    const { finalOutput, keyed, keywords, files } = this.#choice
    return {
      idea,
      turn,
      model,
      wire: this.#wire,
      strict: this.#strict,
      finalOutput,
      keyed,
      keywords: this.#strict ? keywords : undefined,
      files: hasParts(this.#body) ? (files ?? []) : undefined,
      schema: this.#schema,
      messages: this.#body.messages,
      tools,
      // Last, so that a divergence names the message that differs, not the hash of all.
      inputs: this.inputs,
    }
  }

  override weight(): number {
    return weighText(keptText(this.#body.messages)?.length ?? 0)
  }
}

type CompletedData = EventData['request.completed']

/** An answer's facts in `request.completed`, besides the answer. */
export type Ending = Omit<CompletedData, 'raw' | 'output' | 'pieces'>

/** The record of an answer in `request.completed`. */
export class RequestCompleted extends Deferred<CompletedData> {
  readonly #answer: RawAnswer
  /** Where it was read before. */
  readonly #output: Json | undefined
  readonly #pieces: readonly number[]
  readonly #ending: Ending

  /** `pieces`: milliseconds and characters of each in turn. */
  constructor(answer: RawAnswer, output: Json | undefined, pieces: readonly number[], ending: Ending) {
    super()
    this.#answer = answer
    this.#output = output
    this.#pieces = pieces
    this.#ending = ending
  }

  make(): CompletedData {
    const { finish, calls, ...ending } = this.#ending
    return {
      raw: this.#answer.raw,
      finish,
      calls,
      output: this.#output ?? outputOf(this.#answer),
      ...ending,
      pieces: pairsOf(this.#pieces),
    }
  }

  override weight(): number {
    return weighText(this.#answer.length)
  }
}

const pairsOf = (numbers: readonly number[]): CompletedData['pieces'] =>
  Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0] as const)

/** The output as the record shows it: parsed where it can be, else the text. Judged later. */
export function outputOf(answer: RawAnswer): Json {
  if (answer.outputText === undefined) return null
  const parsed = parseJson(answer.outputText)
  return parsed.ok ? parsed.value : answer.outputText
}
