import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'

/** A Tool as its author wrote it: an object schema, meta fields among its properties or at its root (docs/contract/protocol.md#tools). */
export type ToolSchema = JsonObject

/** How a Call of the Tool is executed (docs/contract/protocol.md#vocabulary). */
export type Mode = 'latent' | 'explicit' | 'module'

/** One meta field after normalisation: what values are open to the model. */
export type Openness =
  | { readonly type: 'const'; readonly value: Json }
  | { readonly type: 'enum'; readonly values: readonly Json[] }
  /** `_imports` as an array of enum: the model chooses a subset. */
  | { readonly type: 'subset'; readonly values: readonly Json[] }
  | { readonly type: 'free'; readonly schema: JsonSchema }

/** When a person must confirm: always, or when the parameters fit `when`. */
export type ApprovalRule = { readonly type: 'always' } | { readonly type: 'when'; readonly schema: JsonSchema }

/** A Tool in memory, derived from the author's `source`: aliases resolved, one form of meta fields. Idempotent. */
export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description: string
  /** The parameters' schema alone: `type: object`, properties without meta fields, closed unless the author opened it. */
  readonly parameters: JsonObject
  /** Authored `_activity`; undefined where it is left to docs/contract/protocol.md#activities. `""` asks for latent. */
  readonly activity?: string
  readonly module?: Openness
  readonly imports?: Openness
  readonly outputPath?: Openness
  readonly instance?: Openness
  readonly reasoning?: JsonSchema
  readonly approval?: ApprovalRule
  /** False only where the author said so. */
  readonly idempotent: boolean
  /** The author said that the same Call may be made turn after turn. */
  readonly polls?: true
  /** The API's name for a parameter behind an MCP or HTTP Activity, by its name in the Tool. */
  readonly parameterNames?: Readonly<Record<string, string>>
  readonly resolve: 'runtime' | 'upfront' | 'upfront+output'
  readonly output?: JsonSchema
  /** The author wrote `_result`: of a Call that the model doesn't fill itself, `output` is checked and not composed. */
  readonly hidesOutput?: true
  /** The author's words for the two renamed fields, so that files keep them: `_delegate` for `_module`, `_scopes` for `_imports`. */
  readonly source: ToolSchema
}
