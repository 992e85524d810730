import type { CompositionOptions } from '../idea/idea.ts'
import type { JsonObject, JsonSchema } from '../schema/json.ts'
import type { Mode, Tool } from '../tool/tool.ts'

/** A Tool together with how its Calls will be executed (docs/contract/protocol.md#activities). */
export interface EffectiveTool {
  readonly tool: Tool
  readonly mode: Mode
  /** The Activity that will run, `""` for latent and for a plain module. */
  readonly activity: string
  /** The Activity that is named and not registered, for want of which this is how Calls are executed. */
  readonly missing?: string | undefined
}

export interface ComposedTool extends EffectiveTool {
  readonly name: string
  /** The model's view: a closed object, `_tool` first, meta fields, parameters, `_output` last. */
  readonly branch: JsonObject
  /** The schema for parameters with resolved references: the author's, closed, without meta fields and references. */
  readonly parameters: JsonObject
}

/**
 * The content of one Request, independent of the wire (docs/contract/protocol.md#composition). Pure and deterministic:
 * same input, same bytes.
 */
export interface Composition {
  readonly tools: readonly ComposedTool[]
  readonly byName: ReadonlyMap<string, ComposedTool>
  /** The Idea's output schema, closed; null where the Idea has none and answers in text. */
  readonly output: JsonSchema | null
  /** `{ calls, output }`, before any lowering. */
  readonly schema: JsonObject
  /** Whether a string beginning with `†` is a reference here (docs/contract/protocol.md#state): the context holds `state` or `input`. */
  readonly references: boolean
  readonly instances: readonly string[]
}

export interface ComposeInput {
  readonly tools: readonly EffectiveTool[]
  readonly output: JsonSchema | undefined
  readonly hasState: boolean
  readonly hasInput: boolean
  readonly instances: readonly string[]
  readonly options: CompositionOptions
}
