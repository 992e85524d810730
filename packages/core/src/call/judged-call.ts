import type { ComposedTool } from '../request/composition.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { CallError } from './call-error.ts'

/** Meta fields of a Call after const ones were filled in; only what applies to the Tool is present. */
export interface CallMeta {
  readonly _tool: string
  readonly _activity?: string
  readonly _module?: string
  readonly _imports?: readonly string[]
  readonly _outputPath?: string
  readonly _instance?: string
}

/** A Call that passed every check that needs no reference resolved. */
export interface ProposedCall {
  readonly tool: ComposedTool
  /** As written: references are still `†…` strings. */
  readonly parameters: JsonObject
  readonly meta: CallMeta
  readonly reasoning?: string
  /** The model's `_output`: the result of a latent Call, a prediction in any other. */
  readonly written?: Json
}

export type Judgement =
  | { readonly ok: true; readonly call: ProposedCall }
  | { readonly ok: false; readonly error: CallError; readonly tool?: string; readonly value?: Json }
