import { isObject } from '../json.ts'
import type { Json, JsonObject, Pointer } from '../json.ts'
import type { Lift, Lowered, LowerScope } from './lower-types.ts'
import { haveDistinctStarts, singleValue, targetOf } from '../strict-subset.ts'

/** `anyOf` inside `anyOf` is one choice. */
const flatten = (lowered: Lowered): readonly Lowered[] => {
  const { anyOf } = lowered.schema
  if (!Array.isArray(anyOf)) return [lowered]
  const { lift } = lowered
  return anyOf.filter(isObject).map((schema) => (lift ? { schema, lift } : { schema }))
}

/** A property that every object alternative fixes to another value: what tells them apart already. */
const discriminatorOf = (objects: readonly JsonObject[]): string | undefined => {
  const [first] = objects
  if (!first || !isObject(first.properties)) return undefined
  return Object.keys(first.properties).find((name) => {
    const values = objects.map(({ properties }) =>
      singleValue(isObject(properties) ? (properties[name] ?? null) : null),
    )
    return values.every((value) => value !== undefined) && new Set(values).size === objects.length
  })
}

const withFirst = (schema: JsonObject, name: string): JsonObject => {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const { [name]: first, ...rest } = properties
  const ordered = first === undefined ? rest : { [name]: first, ...rest }
  return { ...schema, properties: ordered, required: Object.keys(ordered) }
}

const wrap = (lowered: Lowered, variant: string): Lowered => ({
  schema: {
    type: 'object',
    properties: { variant: { type: 'string', const: variant }, value: lowered.schema },
    required: ['variant', 'value'],
    additionalProperties: false,
  },
  lift: (value) => {
    if (!isObject(value) || value.variant !== variant || value.value === undefined) return value
    return lowered.lift ? lowered.lift(value.value) : value.value
  },
})

/** Providers refuse alternatives that begin alike: the property that tells them apart goes first, or each is named. */
const tellApart = (alternatives: readonly Lowered[], path: Pointer, scope: LowerScope): readonly Lowered[] => {
  const schemas = alternatives.map(({ schema }) => schema)
  if (haveDistinctStarts(schemas, scope.definitions)) return alternatives
  const isObjectSchema = (schema: JsonObject): boolean => targetOf(schema, scope.definitions).type === 'object'
  const objects = schemas.filter(isObjectSchema)
  const discriminator = objects.every(({ $ref }) => $ref === undefined) ? discriminatorOf(objects) : undefined
  if (discriminator !== undefined) {
    scope.note(path, 'anyOf', `"${discriminator}" comes first`, 'alternatives must not share their first key')
    return alternatives.map((one) =>
      isObjectSchema(one.schema) ? { ...one, schema: withFirst(one.schema, discriminator) } : one,
    )
  }
  scope.note(path, 'anyOf', 'each alternative is { variant, value }', 'alternatives must not share their first key')
  return alternatives.map((one, index) => (isObjectSchema(one.schema) ? wrap(one, String(index + 1)) : one))
}

const liftChosen =
  (alternatives: readonly Lowered[], scope: LowerScope): Lift =>
  (value) => {
    const chosen = alternatives.find(({ schema }) => scope.fits(schema, value))
    return chosen?.lift ? chosen.lift(value) : value
  }

/** One of several schemas, each told apart from the others by what strict providers can see. */
export const lowerAlternatives = (
  schemas: readonly Json[],
  path: Pointer,
  keyword: string,
  scope: LowerScope,
): Lowered => {
  const lowered = schemas
    .map((schema, index): readonly [Json, Lowered] => [schema, scope.lower(schema, `${path}/${keyword}/${index}`)])
    .filter(([schema]) => schema !== false)
    .flatMap(([, one]) => flatten(one))
  const unique = [
    ...new Map(lowered.toReversed().map((one) => [JSON.stringify(one.schema), one])).values(),
  ].toReversed()
  const [only] = unique
  if (only !== undefined && unique.length === 1) return only
  const alternatives = tellApart(unique, path, scope)
  const schema: JsonObject = { anyOf: alternatives.map((one) => one.schema) }
  return alternatives.some(({ lift }) => lift) ? { schema, lift: liftChosen(alternatives, scope) } : { schema }
}
