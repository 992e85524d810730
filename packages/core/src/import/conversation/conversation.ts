import type { Json, JsonObject } from '../../schema/json.ts'
import type { ReportRow } from '../report.ts'

/** A conversation with a model that another program recorded. */
export interface Conversation {
  readonly program: string
  readonly title: string
  /** In the order in which they were asked. */
  readonly requests: readonly RecordedRequest[]
  /** Results by their Call, and in order by the name of their tool. */
  readonly results: ReadonlyMap<RecordedCall, Json>
  readonly named: ReadonlyMap<string, readonly Json[]>
  readonly report: readonly ReportRow[]
}

/** One question to a model and its answer. */
export interface RecordedRequest {
  readonly model?: string | undefined
  /** Milliseconds since 1970, and how long it took. */
  readonly at?: number | undefined
  readonly ms?: number | undefined
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly messages: readonly RecordedMessage[]
  readonly answer: RecordedMessage
}

export interface RecordedMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly calls: readonly RecordedCall[]
  /** The call that a message of a tool answers. */
  readonly callId?: string | undefined
}

export interface RecordedCall {
  /** As recorded, so that several Calls may share one; else its number in the answer. */
  readonly id: string
  readonly isNumbered: boolean
  readonly name: string
  readonly parameters: JsonObject
}
