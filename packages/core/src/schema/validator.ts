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
/** A Validator's verdict on a value or a schema; `issues` holds at least one. */
export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly issues: readonly SchemaIssue[]
      /** The comparison stopped early: a check that passes on "does not fit" must fail here. */
      readonly isUndecided?: true
    }

/**
 * The port to JSON Schema validation, implemented by `validate.ts` over ajv. Caches by identity, then by content hash.
 */
export interface Validator {
  check(schema: JsonSchema, value: Json): Verdict
  /** Whether the schema itself compiles; the reason where it does not. */
  checkSchema(schema: JsonSchema): Verdict
}
