import { isObject, type Json, type JsonObject, type JsonSchema } from '@ensemble/core'

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'object' | 'json'

const typeOf = (schema: JsonObject): string | null => {
  const { type } = schema
  if (typeof type === 'string') return type
  // A nullable type is filled like the type itself; leaving it empty leaves it out.
  if (Array.isArray(type)) {
    const rest = type.filter((each) => each !== 'null')
    return rest.length === 1 && typeof rest[0] === 'string' ? rest[0] : null
  }
  return isObject(schema.properties) ? 'object' : null
}

/** Which control fills a value of `schema`; `json` where no simple one does. */
export function fieldKind(schema: JsonSchema): FieldKind {
  if (!isObject(schema)) return 'json'
  if (Array.isArray(schema.enum)) return 'choice'
  switch (typeOf(schema)) {
    case 'string':
      return 'text'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return schema.items === undefined || !isObject(schema.items) ? 'json' : 'list'
    case 'object':
      return isObject(schema.properties) ? 'object' : 'json'
    default:
      return 'json'
  }
}

export const propertiesOf = (schema: JsonObject): readonly (readonly [string, JsonSchema])[] =>
  isObject(schema.properties)
    ? Object.entries(schema.properties).map(([name, value]) => [name, isObject(value) ? value : true])
    : []

export const requiredOf = (schema: JsonObject): ReadonlySet<string> =>
  new Set(Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [])

/** A form's initial value for `schema`: defaults, empty lists and objects; undefined leaves a value out. */
export function initialValue(schema: JsonSchema): Json | undefined {
  if (!isObject(schema)) return undefined
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (fieldKind(schema) !== 'object') return undefined
  const values: Record<string, Json> = {}
  for (const [name, property] of propertiesOf(schema)) {
    const value = initialValue(property)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** `value` with member `name`; undefined leaves it out. */
export function withMember(value: JsonObject, name: string, member: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = value
  return member === undefined ? rest : { ...value, [name]: member }
}

/** A form's label for a property. */
export const fieldTitle = (name: string, schema: JsonSchema): string =>
  isObject(schema) && typeof schema.title === 'string' ? schema.title : name

/** A place in a value: a JSON Pointer, and what a form calls it. */
export interface FieldPlace {
  readonly path: string
  readonly title: string
}

export const memberPath = (path: string, name: string): string =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Missing required values. */
export function missingValues(schema: JsonSchema, value: Json | undefined, path = ''): readonly FieldPlace[] {
  if (!isObject(schema) || fieldKind(schema) !== 'object') return []
  const held = isObject(value) ? value : {}
  const required = requiredOf(schema)
  return propertiesOf(schema).flatMap(([name, property]) => {
    const place = { path: memberPath(path, name), title: fieldTitle(name, property) }
    const member = held[name]
    if (member === undefined) return required.has(name) ? [place] : []
    return missingValues(property, member, place.path)
  })
}

/** The fields of a form, as JSON Pointers, objects before what is in them. */
const fieldPaths = (schema: JsonSchema, path = ''): readonly string[] =>
  isObject(schema) && fieldKind(schema) === 'object'
    ? propertiesOf(schema).flatMap(([name, property]) => {
        const member = memberPath(path, name)
        return [member, ...fieldPaths(property, member)]
      })
    : []

/** A value's problems: at the nearest field of the form, or elsewhere without one. */
export interface PlacedErrors {
  /** By the field's JSON Pointer. */
  readonly byField: Readonly<Record<string, string>>
  readonly elsewhere: readonly string[]
}

export function placeErrors(
  schema: JsonSchema | undefined,
  errors: readonly { readonly path: string; readonly message: string }[],
): PlacedErrors {
  const fields = schema === undefined ? [] : fieldPaths(schema).toReversed()
  const byField: Record<string, string> = {}
  const elsewhere: string[] = []
  for (const { path, message } of errors) {
    const field = fields.find((each) => path === each || path.startsWith(`${each}/`))
    if (field === undefined) elsewhere.push(message)
    else byField[field] ??= message
  }
  return { byField, elsewhere }
}
