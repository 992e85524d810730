/** `@ensemble/core/schema`: hashes, pointers, and what a schema says of a value. */
export { hashJson } from './schema/hash.ts'
export type { Pointer } from './schema/json.ts'
export type { JsonProblem } from './schema/parse-json.ts'
export type { Rest } from './schema/rest.ts'
export type { SchemaIssue, Validator, Verdict } from './schema/validator.ts'
