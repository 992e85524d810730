import { isObject, type Json, type JsonObject, type JsonSchema } from '@ensemble/core'
import { exampleText } from '../i18n/example-words.ts'
import { alternativeSchema, alternativesOf, plainSchema } from './form-schemas.ts'

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'object' | 'alternatives' | 'json'

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

/** Which control fills a value of `schema`, whose references start from `root`; `json` where no simple one does. */
export function fieldKind(written: JsonSchema, root: JsonSchema = written): FieldKind {
  const schema = plainSchema(written, root)
  if (!isObject(schema)) return 'json'
  if (Array.isArray(schema.enum) || schema.const !== undefined) return 'choice'
  if (alternativesOf(schema, root).length > 1) return 'alternatives'
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

/** Objects inside objects that a form begins with; a schema may hold itself. */
const MOST_INITIAL = 8

/** A form's initial value for `schema`: defaults, empty lists and objects; undefined leaves a value out. */
export function initialValue(written: JsonSchema, root: JsonSchema = written, level = 0): Json | undefined {
  const schema = plainSchema(written, root)
  if (!isObject(schema) || level > MOST_INITIAL) return undefined
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (fieldKind(schema, root) !== 'object') return undefined
  const values: Record<string, Json> = {}
  const required = requiredOf(schema)
  for (const [name, property] of propertiesOf(schema)) {
    // One behind a reference is filled on demand: it may lead back here.
    if (isReference(property) && !required.has(name)) continue
    const value = initialValue(property, root, level + 1)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Whether a schema is behind a reference, and so may hold itself. */
export const isReference = (schema: Json): boolean =>
  isObject(schema) &&
  (typeof schema.$ref === 'string' ||
    [schema.allOf, schema.anyOf, schema.oneOf].some((list) => Array.isArray(list) && list.some(isReference)))

/** `value` with member `name`; undefined leaves it out. */
export function withMember(value: JsonObject, name: string, member: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = value
  return member === undefined ? rest : { ...value, [name]: member }
}

/** A form's label for a property. */
export const fieldTitle = (name: string, schema: JsonSchema): string =>
  isObject(schema) && typeof schema.title === 'string' ? exampleText(schema.title) : name

/** A place in a value: a JSON Pointer, and what a form calls it. */
export interface FieldPlace {
  readonly path: string
  readonly title: string
}

export const memberPath = (path: string, name: string): string =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A required value that nothing fills. */
interface MissingValue extends FieldPlace {
  /** It is a text of nothing but spaces. */
  readonly isBlank?: true
}

const isBlankText = (value: Json): boolean => typeof value === 'string' && value.trim() === ''

/** Missing required values. */
export function missingValues(
  written: JsonSchema,
  value: Json | undefined,
  path = '',
  root: JsonSchema = written,
): readonly MissingValue[] {
  const schema = plainSchema(written, root)
  if (!isObject(schema) || fieldKind(schema, root) !== 'object') return []
  const held = isObject(value) ? value : {}
  const required = requiredOf(schema)
  return propertiesOf(schema).flatMap(([name, property]) => {
    const place = { path: memberPath(path, name), title: fieldTitle(name, property) }
    const member = held[name]
    if (member === undefined) return required.has(name) ? [place] : []
    if (required.has(name) && fieldKind(property, root) === 'text' && isBlankText(member))
      return [{ ...place, isBlank: true }]
    return missingValues(property, member, place.path, root)
  })
}

/** The field of a form that a place in its value is in, as a JSON Pointer: the deepest that is drawn. */
function fieldAt(written: JsonSchema, segments: readonly string[], root: JsonSchema, path = ''): string | undefined {
  const schema = plainSchema(written, root)
  const [segment, ...rest] = segments
  if (!isObject(schema) || segment === undefined) return undefined
  const kind = fieldKind(schema, root)
  if (kind === 'alternatives') {
    const found = alternativesOf(schema, root).map((one) =>
      fieldAt(alternativeSchema(schema, one, root), segments, root, path),
    )
    return found.filter((one) => one !== undefined).toSorted((a, b) => b.length - a.length)[0]
  }
  const at = memberPath(path, segment)
  if (kind === 'list') return isObject(schema.items) ? fieldAt(schema.items, rest, root, at) : undefined
  const property = kind === 'object' ? propertiesOf(schema).find(([name]) => name === segment) : undefined
  return property && (fieldAt(property[1], rest, root, at) ?? at)
}

const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

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
  const byField: Record<string, string> = {}
  const elsewhere: string[] = []
  for (const { path, message } of errors) {
    const field = schema === undefined ? undefined : fieldAt(schema, segmentsOf(path), schema)
    if (field === undefined) elsewhere.push(message)
    else byField[field] ??= message
  }
  return { byField, elsewhere }
}
