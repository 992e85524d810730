import { hasOwn, isObject } from '../schema/json.ts'
import type { JsonSchema } from '../schema/json.ts'
import { lowerSchema } from '../schema/lower/lower.ts'
import type { SchemaChange } from '../schema/lower/lower.ts'
import { getByPointer } from '../schema/pointer.ts'
import { findStrictIssue } from '../schema/strict-subset.ts'
import type { Finding } from './lint-finding.ts'

/** Lowering to the same meaning: optional into nullable, parts into one. */
const LOSSLESS = new Set(['required', 'allOf'])

/** Changes and losses of a schema in strict mode. Paths point into it; `subject` begins the sentences. */
export const portabilityOf = (schema: JsonSchema, subject: string): readonly Finding[] => {
  const { schema: lowered, changes } = lowerSchema(schema)
  const issue = findStrictIssue(lowered)
  const limits: readonly Finding[] =
    issue === undefined
      ? []
      : [{ code: 'portability.limits', path: '', message: `${subject} go without strict mode: ${issue}.` }]
  return [
    ...limits,
    ...changes.filter(({ keyword }) => !LOSSLESS.has(keyword)).map((change) => findingOf(schema, change)),
  ]
}

const findingOf = (schema: JsonSchema, { path, keyword, what, why }: SchemaChange): Finding => {
  const holder = isObject(schema) ? getByPointer(schema, path) : undefined
  const at = isObject(holder) && hasOwn(holder, keyword) ? `${path}/${keyword}` : path
  const isInWords = what === 'moves to the description'
  return {
    code: isInWords ? 'portability.unenforced' : 'portability.reshaped',
    path: at,
    message: isInWords
      ? `${keyword} is not enforced in strict mode. It is added to the description, and the Call is still checked against it.`
      : `In strict mode ${what}: ${why}.`,
  }
}
