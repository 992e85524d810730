import type { Json, JsonSchema, Pointer } from './json.ts'

/** One place where a value does not fit its schema. `path` points into the value, `schemaPath` into the schema. */
export interface SchemaIssue {
  readonly path: Pointer
  readonly schemaPath: Pointer
  readonly keyword: string
  /** A sentence a weak model can act on: what is expected, what was found. */
  readonly message: string
  /** For a wrong name: the names that would be right. */
  readonly names?: readonly string[]
}
/** What a Validator says of a value or a schema; `issues` holds at least one. */
export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly issues: readonly SchemaIssue[]
      /** The two could not be compared to the end: whoever lets something pass because a value does not fit must not. */
      readonly isUndecided?: true
    }

/**
 * The port to JSON Schema validation; `validate.ts` implements it over ajv (its own entry, loaded on first use).
 * Compiled schemas are cached by identity, then by content hash.
 */
export interface Validator {
  check(schema: JsonSchema, value: Json): Verdict
  /** Whether the schema itself compiles; the reason where it does not. */
  checkSchema(schema: JsonSchema): Verdict
}
