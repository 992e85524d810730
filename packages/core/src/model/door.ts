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

/** Makes an error event an error, as the package would. */
export type ToFailure = (error: JsonObject) => unknown

/** One API of an endpoint: how a question is written for it, and how its answer is read. */
export interface Door {
  /** After the base URL. */
  readonly path: string
  /** A question, Chat Completions shaped and with its files' bytes, as this API takes it. Throws ModelError `model.option`. */
  readonly write: (body: ChatBody, isStreamed: boolean) => JsonObject
  /** The parts of a question that this API has no place for and an answer doesn't need, in one sentence. */
  readonly note: (body: ChatBody) => string | undefined
  readonly createReader: (body: ChatBody, toFailure: ToFailure) => AnswerReader
  /** An answer that came whole. `hide` takes keys out of what is quoted. */
  readonly readWhole: (
    answer: JsonObject,
    body: ChatBody,
    how: { readonly hide: (text: string) => string; readonly toFailure: ToFailure },
  ) => Iterable<ModelDelta>
}
