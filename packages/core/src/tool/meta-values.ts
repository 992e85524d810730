import { findSchemaIssue } from '../schema/check-schema.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonSchema } from '../schema/json.ts'
import type { ApprovalRule, Openness } from './tool.ts'

/** A meta field's value read from what its author wrote, or a sentence that says what was expected. */
export type ReadValue<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly expected: string }

const read = <T>(value: T): ReadValue<T> => ({ ok: true, value })
const expected = (what: string): ReadValue<never> => ({ ok: false, expected: what })

const isSchema = (value: Json): value is JsonSchema => findSchemaIssue(value) === undefined
const isString = (value: Json): value is string => typeof value === 'string'

/** A field's fixed value: `{ "const": x }`, `{ "enum": [x] }`, or `x` itself. Undefined if the value is open. */
export function constOf(written: Json): Json | undefined {
  if (!isObject(written)) return written
  if (written.const !== undefined) return written.const
  return Array.isArray(written.enum) && written.enum.length === 1 ? written.enum[0] : undefined
}

/** A string the model may be left to choose from a list, or (`allowFree`) to write. */
export function readOpenString(written: Json, accepts: (value: string) => boolean, allowFree: boolean, what: string) {
  const check = (values: readonly Json[], result: Openness): ReadValue<Openness> =>
    values.length > 0 && values.every((value) => isString(value) && accepts(value)) ? read(result) : expected(what)
  const value = constOf(written)
  if (value !== undefined) return check([value], { type: 'const', value })
  if (!isObject(written)) return expected(what)
  if (Array.isArray(written.enum)) return check(written.enum, { type: 'enum', values: written.enum })
  return allowFree && written.type === 'string' ? read<Openness>({ type: 'free', schema: written }) : expected(what)
}

const IMPORT = /^(input|state|state:.+|data:.+|text)$/u
const IMPORTS =
  'a constant list, or an array whose items are an enum, of: input, state, state:<path>, data:<kind>, text'

/** `_imports`: a constant list (provisioned) or an array of enum (requested by the model). */
export function readImports(written: Json): ReadValue<Openness> {
  const areImports = (values: readonly Json[]): boolean =>
    values.every((value) => isString(value) && IMPORT.test(value))
  const value = constOf(written)
  if (Array.isArray(value)) return areImports(value) ? read({ type: 'const', value }) : expected(IMPORTS)
  const items = isObject(written) && written.type === 'array' ? written.items : undefined
  const values = isObject(items) ? (items.enum ?? (items.const === undefined ? undefined : [items.const])) : undefined
  return Array.isArray(values) && areImports(values) ? read({ type: 'subset', values }) : expected(IMPORTS)
}

/** `_approval`: `"required"`, or `{ "when": <schema on the parameters> }`. */
export function readApproval(written: Json): ReadValue<ApprovalRule> {
  const isRule = isObject(written) && hasOwn(written, 'when')
  const value = isRule ? written : constOf(written)
  if (value === 'required') return read({ type: 'always' })
  if (isObject(value) && value.when !== undefined && isSchema(value.when)) {
    return read({ type: 'when', schema: value.when })
  }
  return expected('"required", or { "when": <schema on the parameters> }')
}

/** A field that holds one of a few constants. */
export function readConst<T extends Json>(written: Json, values: readonly T[]): ReadValue<T> {
  const value = constOf(written)
  const found = values.find((candidate) => candidate === value)
  return found === undefined ? expected(`one of ${values.map((item) => JSON.stringify(item)).join(', ')}`) : read(found)
}

export const readString = (written: Json, what: string): ReadValue<string> => {
  const value = constOf(written)
  return typeof value === 'string' ? read(value) : expected(what)
}

/** `_output` and `_reasoningForCall`: the value is a schema; `_output: true` takes anything. */
export const readSchema = (written: Json): ReadValue<JsonSchema> =>
  isSchema(written) ? read(written) : expected('a valid JSON Schema')

/** `_parameterNames`: a constant object of texts, no two alike. */
export function readParameterNames(written: Json): ReadValue<Readonly<Record<string, string>>> {
  const value = constOf(written) ?? written
  const names = isObject(value) ? Object.entries(value) : []
  const isMapping = names.length > 0 && names.every(([, name]) => isString(name) && name !== '')
  const isUnique = new Set(names.map(([, name]) => name)).size === names.length
  return isMapping && isUnique
    ? read(Object.fromEntries(names) as Record<string, string>) // each value is checked above
    : expected('an object from names of parameters to the names that the API has for them, such as { "id": "_id" }')
}
