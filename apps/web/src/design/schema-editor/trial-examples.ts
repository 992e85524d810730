import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { applyTextEdits, type FieldIssue, resultFieldOf, setKeywords } from '@ensemble/core/editor'
import { placeErrors } from '../../platform/forms/schema-values.ts'
import type { Answer } from './ask.ts'
import { readObject } from './read-json.ts'

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** The Calls that a Tool's schema gives as `examples`. */
export const examplesIn = (text: string): readonly JsonObject[] => listOf(readObject(text)?.examples).filter(isObject)

/** The Tool's text with the parameters of a Call as one more of its `examples`; unchanged if it has that one. */
export function withExample(text: string, call: JsonObject): string {
  const schema = readObject(text)
  if (schema === null) return text
  const result = resultFieldOf(schema)
  const example = Object.fromEntries(Object.entries(call).filter(([name]) => !name.startsWith('_') && name !== result))
  const known = listOf(schema.examples)
  if (known.some((one) => JSON.stringify(one) === JSON.stringify(example))) return text
  return applyTextEdits(text, setKeywords(text, '', { examples: [...known, example] }))
}

/** Why a run would refuse a Call, by the form's field it is about. */
export const errorsOf = (
  judgement: Answer<'judge'> | undefined,
  schema: JsonObject,
  issues: readonly FieldIssue[] = [],
): Readonly<Record<string, string>> => {
  const [verdict] = judgement?.verdicts ?? []
  if (verdict === undefined || verdict.ok) return {}
  const { path, message } = verdict.error
  // In the words for one field, where there are some; else in the model's.
  return placeErrors(schema, [...issues, ...(path === undefined ? [] : [{ path, message }])]).byField
}
