import { isObject, type Json, type JsonObject } from '@ensemble/core'

/** One property of an object schema as a row of a table. */
export interface PropertyRow {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly description: string
  /** Has more than a row can show; edited as JSON. */
  readonly isRich: boolean
}

export const PROPERTY_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const
const PLAIN = new Set(['type', 'description', 'title'])

const typeOf = (schema: JsonObject): string => {
  if (typeof schema.type === 'string') return schema.type
  if (Array.isArray(schema.enum)) return 'enum'
  if (schema.const !== undefined) return 'const'
  return 'any'
}

/** The parameters of an object schema; meta fields have their own controls. Null where it is no list of properties. */
export function propertyRows(schema: Json | undefined): readonly PropertyRow[] | null {
  if (schema === undefined) return []
  if (!isObject(schema) || (schema.type !== undefined && schema.type !== 'object')) return null
  if (schema.properties !== undefined && !isObject(schema.properties)) return null
  if (['$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => schema[keyword] !== undefined)) return null
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (name.startsWith('_')) return []
    const value = isObject(property) ? property : {}
    return [
      {
        name,
        type: typeOf(value),
        required: required.includes(name),
        description: typeof value.description === 'string' ? value.description : '',
        isRich: Object.keys(value).some((key) => !PLAIN.has(key)),
      },
    ]
  })
}

/** `required` with `name` in it or not; undefined leaves the keyword out. */
export function withRequired(schema: JsonObject, name: string, isRequired: boolean): readonly Json[] | undefined {
  const before = Array.isArray(schema.required) ? schema.required : []
  const rest = before.filter((each: Json) => each !== name)
  const next = isRequired ? [...rest, name] : rest
  return next.length === 0 && schema.required === undefined ? undefined : next
}
