import type { Json, JsonObject } from '../schema/json.ts'

/** `state.song.melody` or `input.mood`: the root and its segments. */
export interface ReferencePath {
  readonly root: 'state' | 'input'
  readonly segments: readonly string[]
  /** As written, with the dagger: `†state.song.melody`. */
  readonly text: string
  /** The member of the result to write, in `†state.melody <- melody`; all of it if absent. */
  readonly member?: readonly string[]
}
/** `†a`, `†a || †b` (first that exists), `†a && †b` (all; yields the last). */
export interface Reference {
  readonly operator: 'one' | 'any' | 'all'
  readonly paths: readonly ReferencePath[]
  readonly text: string
}
/** The sources of references: one world of docs/contract/protocol.md#instances. */
export interface ReferenceView {
  readonly state: JsonObject
  readonly input: Json
}
export type Resolved =
  { readonly found: true; readonly value: Json } | { readonly found: false; readonly missing: readonly ReferencePath[] }
