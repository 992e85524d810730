import type { Json, JsonObject } from '../schema/json.ts'
import type { ChatBody, ModelDelta } from './model.ts'

/** Reads a streamed answer, event by event. Holds back the finish until the end. */
export interface AnswerReader {
  /** The answer is complete; what comes after it can't spoil it. */
  readonly finished: boolean
  /** The pieces of one event, into `deltas`. */
  read(event: Json, deltas: ModelDelta[]): void
  /** Ends the answer: usage, then the finish. Throws ModelError if it isn't one. */
  end(): Iterable<ModelDelta>
}

/** One API of an endpoint: how a question is written for it, and how its answer is read. */
export interface Door {
  /** After the base URL. */
  readonly path: string
  /** A question, Chat Completions shaped and with its files' bytes, as this API takes it. */
  readonly write: (body: JsonObject, isStreamed: boolean) => JsonObject
  /** `toFailure` makes an error event an error. */
  readonly createReader: (body: ChatBody, toFailure: (error: JsonObject) => unknown) => AnswerReader
  /** An answer that came whole. `hide` takes keys out of what is quoted. */
  readonly readWhole: (answer: JsonObject, body: ChatBody, hide: (text: string) => string) => Iterable<ModelDelta>
}
