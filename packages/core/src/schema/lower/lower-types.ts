import type { Json, JsonObject, JsonSchema, Pointer } from '../json.ts'

/** One thing the lowering changed. `path` points to the schema that holds the keyword. */
export interface SchemaChange {
  readonly path: Pointer
  readonly keyword: string
  readonly what: string
  readonly why: string
}

/** Turns an answer to the lowered schema back into a value of the author's. Throws `NameTwice` and nothing else. */
export type Lift = (value: Json) => Json

/** A schema of the strict subset and the way back. No `lift`: answers are values already. */
export interface Lowered {
  readonly schema: JsonObject
  readonly lift?: Lift
}

/** The shared state of one lowering. */
export interface LowerScope {
  /** The author's whole schema, which references lead into. */
  readonly root: JsonSchema
  readonly note: (path: Pointer, keyword: string, what: string, why: string) => void
  /** Lowers a schema at `path`. */
  readonly lower: (schema: Json, path: Pointer) => Lowered
  /** Whether a value fits a lowered schema of this scope. */
  readonly fits: (schema: JsonObject, value: Json) => boolean
  /** Whether a lowered schema of this scope allows null. */
  readonly allowsNull: (schema: JsonObject) => boolean
  /** All lowered definitions as a root for references; complete once the lowering is. */
  readonly definitions: JsonObject
}

/** A list of pairs repeats a name: the value would be ambiguous. */
export class NameTwice extends Error {
  override readonly name = 'NameTwice'
  constructor(property: string) {
    super(`the property ${JSON.stringify(property)} is written twice`)
  }
}
