import { isObject } from '../json.ts'
import type { Json, JsonObject, Pointer } from '../json.ts'
import { escapePointer, hasOwn } from '../json.ts'
import { withNull } from './lower-scalars.ts'
import { NameTwice, type Lift, type Lowered, type LowerScope } from './lower-types.ts'

const closedObject = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** One property as it travels, and whether a null in it means that it was left out. */
interface LoweredProperty {
  readonly name: string
  readonly schema: JsonObject
  readonly lift: Lift | undefined
  readonly nullIsAbsent: boolean
}

const lowerProperty = (
  name: string,
  schema: Json,
  path: Pointer,
  isRequired: boolean,
  scope: LowerScope,
): LoweredProperty => {
  const lowered = scope.lower(schema, `${path}/properties/${escapePointer(name)}`)
  if (isRequired) return { name, schema: lowered.schema, lift: lowered.lift, nullIsAbsent: false }
  const allowsNull = scope.allowsNull(lowered.schema)
  const what = allowsNull
    ? `"${name}" is required; null stays null`
    : `"${name}" is required; null means it was left out`
  scope.note(path, 'required', what, 'the strict subset requires every property')
  return {
    name,
    schema: allowsNull ? lowered.schema : withNull(lowered),
    lift: lowered.lift,
    nullIsAbsent: !allowsNull || schema === false,
  }
}

/** The schema for unlisted names; undefined if an object is closed. */
const openSchemaOf = (schema: JsonObject): Json | undefined => {
  const { additionalProperties, unevaluatedProperties, patternProperties, properties } = schema
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : []
  const rest = additionalProperties ?? unevaluatedProperties
  const isClosed = rest === false || (rest === undefined && (isObject(properties) || patterns.length > 0))
  const all = isClosed ? patterns : [...patterns, rest ?? true]
  if (all.includes(true)) return true
  return all.length > 1 ? { anyOf: all } : all[0]
}

const lowerMap = (schema: JsonObject, values: Json, path: Pointer, scope: LowerScope): Lowered & { lift: Lift } => {
  const keyword = schema.patternProperties === undefined ? 'additionalProperties' : 'patternProperties'
  const value = scope.lower(values, `${path}/${keyword}`)
  const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
  const about: JsonObject = patterns.length > 0 ? { description: `Matches ${patterns.join(' or ')}.` } : {}
  scope.note(path, keyword, 'open names became a list of { key, value }', 'every object of the strict subset is closed')
  const pair = closedObject({ key: { type: 'string', ...about }, value: value.schema })
  return {
    schema: { type: 'array', items: pair },
    lift: (pairs) => (Array.isArray(pairs) ? objectOf(pairs.flatMap((one: Json) => toEntry(one, value.lift))) : pairs),
  }
}

const objectOf = (entries: readonly (readonly [string, Json])[]): JsonObject => {
  const object = Object.fromEntries(entries)
  if (Object.keys(object).length === entries.length) return object
  const names = entries.map(([name]) => name)
  throw new NameTwice(names.find((name, index) => names.indexOf(name) !== index) ?? '')
}

const toEntry = (pair: Json, lift: Lift | undefined): [string, Json][] => {
  if (!isObject(pair) || typeof pair.key !== 'string') return []
  const value = pair.value ?? null
  return [[pair.key, lift ? lift(value) : value]]
}

const freeName = (wanted: string, taken: JsonObject): string =>
  hasOwn(taken, wanted) ? freeName(`${wanted}_`, taken) : wanted

/** Closed, every property required; what was optional may be null, what was open is a list of pairs. */
export const lowerObject = (schema: JsonObject, path: Pointer, scope: LowerScope): Lowered => {
  const declared = isObject(schema.properties) ? schema.properties : {}
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const open = openSchemaOf(schema)
  const undeclared = [...required].filter((name): name is string => typeof name === 'string' && !hasOwn(declared, name))
  const properties = [
    ...Object.entries(declared).map(([name, one]) => lowerProperty(name, one, path, required.has(name), scope)),
    ...undeclared.map((name) => lowerProperty(name, open ?? true, path, true, scope)),
  ]
  const hasNames = properties.length > 0
  const map = open === undefined ? undefined : lowerMap(schema, open, path, scope)
  if (map && !hasNames) return map
  const members = Object.fromEntries(properties.map((one): [string, Json] => [one.name, one.schema]))
  const more = map && { name: freeName('_more', members), ...map }
  const all = more ? { ...members, [more.name]: { ...more.schema, description: 'Further properties.' } } : members
  return { schema: closedObject(all), lift: objectLift(properties, more) }
}

const objectLift = (
  properties: readonly LoweredProperty[],
  more: { readonly name: string; readonly lift: Lift } | undefined,
): Lift | undefined => {
  if (!more && properties.every((one) => !one.lift && !one.nullIsAbsent)) return undefined
  const byName = new Map(properties.map((one) => [one.name, one]))
  return (value) => {
    if (!isObject(value)) return value
    const entries: [string, Json][] = []
    let isLifted = false
    for (const name of Object.keys(value)) {
      const member = value[name] ?? null
      const property = byName.get(name)
      if (more && name === more.name) {
        const further = more.lift(member)
        if (isObject(further)) for (const entry of Object.entries(further)) entries.push(entry)
        isLifted = true
      } else if (property?.nullIsAbsent && member === null) isLifted = true
      else {
        const lifted = property?.lift ? property.lift(member) : member
        entries.push([name, lifted])
        isLifted ||= lifted !== member
      }
    }
    // Unchanged values aren't copied: there may be thousands of members without a schema.
    return isLifted ? objectOf(entries) : value
  }
}

/** Lists; a list by position becomes an object with the positions as names. */
export const lowerArray = (schema: JsonObject, path: Pointer, scope: LowerScope): Lowered => {
  const { prefixItems, items } = schema
  const prefix = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  const rest = Array.isArray(items) ? schema.additionalItems : items
  if (prefix.length > 0) return lowerTuple(schema, prefix, rest, path, scope)
  if (rest === false) {
    scope.note(path, 'items', 'the list must stay empty, in words', 'the strict subset cannot say it')
    return { schema: { type: 'array', items: { type: 'null' }, description: 'Must be empty.' } }
  }
  const item = scope.lower(rest ?? true, `${path}/items`)
  const { lift } = item
  const list: JsonObject = { type: 'array', items: item.schema }
  return lift ? { schema: list, lift: (value) => (Array.isArray(value) ? value.map(lift) : value) } : { schema: list }
}

const lowerTuple = (
  schema: JsonObject,
  prefix: readonly Json[],
  rest: Json | undefined,
  path: Pointer,
  scope: LowerScope,
): Lowered => {
  const minItems = typeof schema.minItems === 'number' ? schema.minItems : 0
  const names = prefix.map((_, index) => `item${index + 1}`)
  const positions = prefix.map((one, index) => lowerProperty(names[index] ?? '', one, path, index < minItems, scope))
  const more = rest === false ? undefined : scope.lower({ type: 'array', items: rest ?? true }, `${path}/items`)
  const properties = Object.fromEntries(positions.map((one): [string, Json] => [one.name, one.schema]))
  scope.note(
    path,
    'prefixItems',
    'positions became properties item1, item2, …',
    'the strict subset has no lists by position',
  )
  return {
    schema: closedObject(
      more ? { ...properties, more: { ...more.schema, description: 'Further items.' } } : properties,
    ),
    lift: (value) => {
      if (!isObject(value)) return value
      const end = positions.findIndex((one) => one.nullIsAbsent && (value[one.name] ?? null) === null)
      const present = end < 0 ? positions : positions.slice(0, end)
      const further = more?.lift && value.more !== undefined ? more.lift(value.more) : value.more
      return [
        ...present.map((one) => (one.lift ? one.lift(value[one.name] ?? null) : (value[one.name] ?? null))),
        ...(end < 0 && Array.isArray(further) ? further : []),
      ]
    },
  }
}
