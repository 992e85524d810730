import type { Config, WireName } from '../idea/idea.ts'
import type { Message } from '../idea/message.ts'
import type { Composition } from '../request/composition.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import type { ChatBody, FileKind, ModelDelta } from './model.ts'
import type { Rendered } from './render-messages.ts'

/** One thing the lowering to a provider's strict subset changed. `path` points into the composed schema. */
export interface LoweringChange {
  readonly path: Pointer
  readonly keyword: string
  readonly what: string
  readonly why: string
}

export interface EncodeInput {
  readonly composition: Composition
  readonly context: readonly Message[]
  readonly config: Config
  /** The model's name as the endpoint knows it. */
  readonly model: string
  readonly wire: WireName
  readonly strict: boolean
  readonly inlineBytes: number
  /** Strict `structured` only: each Call is under its Tool's name. */
  readonly keyed?: boolean
  /** Strict only: keywords that the endpoint takes besides those of the smallest subset. */
  readonly keywords?: readonly string[]
  /** `tools` wire: the output travels through the reserved function `final_output` instead of a response format. */
  readonly finalOutput?: boolean
  /** Kinds of files that travel as parts of a message. */
  readonly files?: readonly FileKind[]
  /** The rendered messages of the same Loop's earlier turns. */
  readonly rendered?: Rendered
}

/** A Request as it travels. `lift` undoes the lowering on one Call's arguments or on the output; identity where nothing was lowered. */
export interface EncodedRequest {
  readonly wire: WireName
  readonly strict: boolean
  readonly body: ChatBody
  /** The schema as the endpoint gets it (structured), or the composed schema (tools). */
  readonly schema: JsonObject
  readonly changes: readonly LoweringChange[]
  readonly liftCall: (tool: string, value: Json) => Json
  readonly liftOutput: (value: Json) => Json
  /** For a Call under its Tool's name: the Call with `_tool`, as everywhere else. */
  readonly openCall?: (call: JsonObject) => JsonObject
}

/** One complete Call in the answer, its text untouched. `index` counts from 0 in order of appearance. */
export interface RawCall {
  readonly index: number
  /** The name next to the arguments (tools wire); undefined if `_tool` is inside the text. */
  readonly tool?: string
  /** The arguments object as the model wrote it. */
  readonly text: string
}

/** A complete answer, before any Call is judged. */
export interface RawAnswer {
  readonly calls: readonly RawCall[]
  /** The output's JSON text, or undefined where there was none or it was null; for an Idea without schema the text itself, as JSON string. */
  readonly outputText: string | undefined
  /** Why the envelope could not be read, for one `answer.*` or `json.*` error shown to the model. */
  readonly problem?: { readonly code: 'json.invalid' | 'answer.empty'; readonly message: string } | undefined
  /** The stored form in `request.completed`: text on structured, the assistant message as JSON on tools. */
  readonly raw: string
  /** About how many characters `raw` has. */
  readonly length: number
}

/** Turns streamed pieces into Calls as soon as each is complete. Pure apart from its own buffer. */
export interface Decoder {
  push(delta: ModelDelta): readonly RawCall[]
  /** The answer so far; `complete: false` for a stream that was cut. */
  end(complete: boolean): RawAnswer
}

export type EncodeRequest = (input: EncodeInput) => EncodedRequest
export type CreateDecoder = (wire: WireName, composition: Composition) => Decoder
/** The same answer from its recorded `raw`: replay decodes with this. */
export type DecodeRaw = (wire: WireName, composition: Composition, raw: string, complete: boolean) => RawAnswer
