/// <reference lib="webworker" />
import type { JsonSchema, SchemaIssue } from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'

export interface ValidateRequest {
  readonly id: number
  readonly schemas: readonly JsonSchema[]
}
export interface ValidateAnswer {
  readonly id: number
  /** For each schema, why it does not compile. */
  readonly issues: readonly (readonly SchemaIssue[])[]
}

const validator = createValidator()

const issuesOf = (schema: JsonSchema): readonly SchemaIssue[] => {
  const verdict = validator.checkSchema(schema)
  return verdict.ok ? [] : verdict.issues
}

// Compiling a schema makes code, which the page's own policy forbids and this worker's allows.
self.addEventListener('message', ({ data }: MessageEvent<ValidateRequest>) => {
  const answer: ValidateAnswer = { id: data.id, issues: data.schemas.map(issuesOf) }
  self.postMessage(answer)
})
