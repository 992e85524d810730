import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'

/** A tool Message's entry: its own schema, or a shared one from the workspace (`{ "$ref": "tool://NAME" }`). */
export type ToolEntry = JsonObject

/** Who a text speaks as; `system` in an Idea unless it says otherwise. */
export type Role = 'system' | 'user' | 'assistant'

/** A Solution's Call in a context: the model's parameters and meta fields by name. `id` ties results to it. */
export interface CallRecord {
  readonly id: string
  readonly tool: string
  /** The arguments object with meta fields, as decoded; a string where the model's text was not JSON. */
  readonly call: JsonObject | string
}

/** A part of an answer that only its own model can read, such as encrypted reasoning; `before` counts the answer's Calls. */
export interface ReasoningItem extends JsonObject {
  readonly before: number
  readonly item: JsonObject
}

/** The reasoning of an answer, and the model that gave it: no other gets it back. */
export interface Reasoned {
  readonly model: string
  readonly items: readonly ReasoningItem[]
}

/** One item of a context (docs/contract/protocol.md#messages). */
export type Message =
  | { readonly type: 'text'; readonly text: string; readonly role?: Role }
  | { readonly type: 'tool'; readonly tool: { readonly [name: string]: ToolEntry } }
  | {
      readonly type: 'input'
      readonly schema?: JsonSchema
      readonly input?: Json
      readonly _instance?: string
      /** docs/contract/protocol.md#modules: what does not fit the schema, in one sentence. */ readonly note?: string
    }
  | { readonly type: 'state'; readonly schema?: JsonSchema; readonly state?: Json; readonly _instance?: string }
  | {
      readonly type: 'data'
      readonly kind: string
      readonly data: Json
      readonly schema?: JsonSchema
      readonly description?: string
      readonly _instance?: string
    }
  | {
      readonly type: 'calls'
      readonly calls: readonly CallRecord[]
      readonly output?: Json
      readonly reasoned?: Reasoned
    }
  | {
      readonly type: 'result'
      readonly call: string
      readonly tool: string
      readonly result?: Json
      readonly ref?: string
      /** Where members of the result are found in the state, by `a.b`. */
      readonly refs?: { readonly [member: string]: string }
    }
  | {
      readonly type: 'error'
      readonly call?: string
      readonly tool?: string
      readonly error: { readonly code: string; readonly message: string; readonly path?: string }
    }
