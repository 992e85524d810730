import type { Json, JsonObject } from '../json.ts'
import { isObject } from '../json.ts'

/** Types that TypeScript has by itself. */
export const PLAIN: { readonly [name: string]: Json | undefined } = {
  string: { type: 'string' },
  number: { type: 'number' },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  true: { const: true },
  false: { const: false },
  unknown: true,
  any: true,
  object: { type: 'object' },
  never: false,
  undefined: { not: {} },
  void: true,
}
export const WELL_KNOWN: { readonly [name: string]: Json | undefined } = {
  Date: { type: 'string', format: 'date-time' },
  URL: { type: 'string', format: 'uri' },
  RegExp: { type: 'string', format: 'regex' },
}

export const described = (schema: Json, description: string): Json => {
  if (description === '') return schema
  return schema === true ? { description } : isObject(schema) ? { ...schema, description } : schema
}

const isUndefined = (schema: Json): boolean =>
  isObject(schema) && isObject(schema.not) && Object.keys(schema).length === 1

/** `T | undefined` is an optional T. */
export const withoutUndefined = (schema: Json): { readonly schema: Json; readonly mayBeMissing: boolean } => {
  if (!isObject(schema) || !Array.isArray(schema.anyOf)) return { schema, mayBeMissing: isUndefined(schema) }
  const left = schema.anyOf.filter((one: Json) => !isUndefined(one))
  const mayBeMissing = left.length < schema.anyOf.length
  return { schema: mayBeMissing ? unite(left) : schema, mayBeMissing }
}

/** Constants become one `enum`, plain types one `type`; anything else `anyOf`. */
export const unite = (alternatives: readonly Json[]): Json => {
  if (alternatives.length === 1) return alternatives[0] ?? true
  if (alternatives.includes(true)) return true
  const isConst = (one: Json): one is JsonObject => isObject(one) && Object.keys(one).join() === 'const'
  const isPlain = (one: Json): one is JsonObject =>
    isObject(one) && Object.keys(one).join() === 'type' && typeof one.type === 'string'
  const values = alternatives.filter(isConst).map((one) => one.const ?? null)
  const types = alternatives.filter(isPlain).map((one) => one.type ?? null)
  const others = alternatives.filter((one) => !isConst(one) && !isPlain(one))
  const isText = values.every((value) => typeof value === 'string')
  const parts: Json[] = [
    ...(values.length === 1 ? [{ const: values[0] ?? null }] : []),
    ...(values.length > 1 ? [{ ...(isText && { type: 'string' }), enum: values }] : []),
    ...(types.length === 1 ? [{ type: types[0] ?? null }] : types.length > 1 ? [{ type: types }] : []),
    ...others,
  ]
  return parts.length === 1 ? (parts[0] ?? true) : { anyOf: parts }
}

/** Objects that are all written out become one; others stay parts. */
export const intersect = (parts: readonly Json[]): Json => {
  const isPlain = (one: Json): one is JsonObject => isObject(one) && isObject(one.properties)
  if (!parts.every(isPlain)) return { allOf: parts }
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as JsonObject, // merges JsonObjects
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
}

export const namesOf = (key: Json): JsonObject =>
  isObject(key) && Array.isArray(key.enum) ? { propertyNames: { enum: key.enum } } : {}

export const withoutRequired = ({ required: _required, ...rest }: JsonObject): JsonObject => rest

/** References to what the text does not declare are left open. */
export const withoutUnknown = (schema: Json, known: ReadonlySet<string>): Json => {
  if (Array.isArray(schema)) return schema.map((item: Json) => withoutUnknown(item, known))
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string' && !known.has(schema.$ref.slice('#/$defs/'.length))) {
    const { $ref: _gone, ...rest } = schema
    return Object.keys(rest).length === 0 ? true : rest
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutUnknown(value, known)]))
}
