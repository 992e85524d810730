import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { accepts, isEqual } from './accepts.ts'
import { CHARACTERS, Unsatisfiable, createBudget, spend } from './budget.ts'
import { generateNumber, numberOr } from './generate-number.ts'
import { generateString } from './generate-string.ts'
import { inOrder } from './in-order.ts'
import {
  type FillContext,
  type Place,
  authored,
  findCandidate,
  findReference,
  turned,
  typesOf,
} from './known-values.ts'
import { toLoweredShape } from './lowered-shape.ts'
import { plausibleRange } from './plausible.ts'
import { alternativesOf, offersNull, propertiesOf, requiredOf, valueSchema } from './schema-view.ts'
import { seeded } from './seeded.ts'

const MAX_DEPTH = 8
/**
 * The first valid value in the order of docs/contract/protocol.md#the-simulated-model: const; references; context
 * values; words of the request in the right form; examples, default, enum; generated. An optional place takes only the
 * first four, else undefined or null.
 */
export const fillValue = (schema: JsonSchema, place: Place, given: FillContext, depth = 0): Json | undefined => {
  const context = given.budget === undefined ? { ...given, budget: createBudget() } : given
  const { schema: wanted, takesReference } = valueSchema(schema, context.root)
  const isOpen = (value: Json): boolean => place.not === undefined || !isEqual(value, place.not)
  const isValid = (value: Json): boolean => isOpen(value) && accepts(wanted, value, context.root)
  if (isObject(wanted) && hasOwn(wanted, 'const')) return wanted.const ?? null

  if (place.name !== undefined) {
    const reference =
      takesReference && place.isParameter === true ? findReference(wanted, place.name, context) : undefined
    if (reference !== undefined && isOpen(reference)) return reference
    const candidates =
      context.isLowered === true
        ? context.candidates.map((known) => ({ ...known, value: toLoweredShape(wanted, known.value, context.root) }))
        : context.candidates
    const found = findCandidate(wanted, place.name, candidates, isValid)
    if (found !== undefined) return found
  }
  const isNullable = offersNull(schema, context.root)
  if (!place.required || (isNullable && !isOnlyNull(wanted))) return place.required ? null : undefined

  const said = context.said.find((text) => isFormed(wanted, text) && isValid(text))
  if (said !== undefined) return said
  for (const value of authored(wanted, place, context)) if (isValid(value)) return value
  const generated = generate(wanted, place, context, depth)
  if (generated !== undefined && isValid(generated)) return generated
  if (place.not !== undefined) {
    const { not: _, ...again } = place
    return fillValue(schema, again, context, depth)
  }
  throw new Unsatisfiable(place.path)
}

const isOnlyNull = (schema: JsonSchema): boolean => isObject(schema) && schema.type === 'null'

const generate = (schema: JsonSchema, place: Place, context: FillContext, depth: number): Json | undefined => {
  if (schema === false || depth > MAX_DEPTH) return undefined
  spend(context.budget, place.path, 1)
  const resolved = isObject(schema) ? schema : {}
  const random = seeded(`${context.seed}/${place.path}/${place.not === undefined ? 0 : 1}`)
  const alternatives = alternativesOf(resolved)
  if (alternatives.length > 0) {
    const { anyOf: _any, oneOf: _one, ...beside } = resolved
    for (const option of turned(alternatives, context.seed, `${place.path} anyOf`)) {
      const merged = isObject(option) ? { ...beside, ...option } : option
      const value = typeof merged === 'boolean' || isObject(merged) ? attempt(merged, place, context, depth) : undefined
      if (value !== undefined) return value
    }
    return undefined
  }
  if (Array.isArray(resolved.allOf)) {
    return generate(mergeAll(resolved, resolved.allOf, context.root), place, context, depth + 1)
  }
  switch (typesOf(resolved)?.[0] ?? impliedType(resolved)) {
    case 'object':
      return fillObject(resolved, place, context, depth)
    case 'array':
      return generateArray(resolved, place, context, depth)
    case 'boolean':
      return random.fraction() < 0.5
    case 'integer':
    case 'number':
      return generateNumber(resolved, random, plausibleRange(place.name ?? nameIn(place.path)))
    case 'null':
      return null
    default: {
      spend(context.budget, place.path, numberOr(resolved.minLength, 0) / CHARACTERS)
      const text = generateString(
        resolved,
        {
          name: place.name ?? nameIn(place.path),
          path: place.path,
          subject: context.subject,
          said: context.said,
          ...(context.echo === undefined ? {} : { echo: context.echo }),
        },
        random,
      )
      spend(context.budget, place.path, (text?.length ?? 0) / CHARACTERS)
      return text
    }
  }
}

/** An item has the name of its list. */
const nameIn = (path: string): string =>
  path
    .split('.')
    .at(-1)
    ?.replaceAll(/\[\d+\]/gu, '') ?? ''

/** A text of this form would be no plain word: it has a pattern, or a format and more in it than letters. */
const isFormed = (schema: JsonSchema, text: string): boolean =>
  isObject(schema) && (typeof schema.pattern === 'string' || (typeof schema.format === 'string' && /\P{L}/u.test(text)))

/** A value for one alternative, undefined where it cannot be satisfied and another may. */
const attempt = (schema: JsonSchema, place: Place, context: FillContext, depth: number): Json | undefined => {
  try {
    return fillValue(schema, { path: place.path, required: true }, context, depth + 1)
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined
    throw error
  }
}

const impliedType = (schema: JsonObject): string =>
  schema.properties !== undefined || schema.required !== undefined
    ? 'object'
    : schema.items !== undefined || schema.prefixItems !== undefined
      ? 'array'
      : ['minimum', 'maximum', 'multipleOf'].some((keyword) => hasOwn(schema, keyword))
        ? 'number'
        : 'string'

const mergeAll = (schema: JsonObject, parts: readonly Json[], root: JsonObject): JsonObject => {
  const { allOf: _, ...own } = schema
  return parts.reduce<JsonObject>((merged, part) => {
    const { schema: other } = isObject(part) ? valueSchema(part, root) : { schema: true }
    if (!isObject(other)) return merged
    return {
      ...merged,
      ...other,
      ...(merged.properties === undefined && other.properties === undefined
        ? {}
        : { properties: { ...propertiesOf(merged), ...propertiesOf(other) } }),
      ...(merged.required === undefined && other.required === undefined
        ? {}
        : { required: [...new Set([...requiredOf(merged), ...requiredOf(other)])] }),
    }
  }, own)
}

/** An object property by property, in the schema's order. */
export const fillObject = (schema: JsonObject, place: Place, context: FillContext, depth = 0): JsonObject => {
  const properties = propertiesOf(schema)
  const required = new Set(requiredOf(schema))
  const additional = isObject(schema.additionalProperties) ? schema.additionalProperties : true
  const filled: Record<string, Json> = {}
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const value = fillValue(
      properties[name] ?? additional,
      { path, name, required: required.has(name) },
      context,
      depth + 1,
    )
    if (value !== undefined) filled[name] = value
  }
  return inOrder(filled, properties, context.root)
}

const MOST_TRIES = 12

/** A value outside `taken`; undefined where none is found. */
const fillOther = (
  schema: JsonSchema,
  taken: readonly Json[],
  place: Place,
  context: FillContext,
  depth: number,
): Json | undefined => {
  const isTaken = (value: Json): boolean => taken.some((one) => isEqual(one, value))
  const { schema: wanted } = valueSchema(schema, context.root)
  const left = isObject(wanted) && Array.isArray(wanted.enum) ? wanted.enum.filter((one) => !isTaken(one)) : undefined
  const open = left === undefined || !isObject(wanted) ? schema : { ...wanted, enum: left }
  if (left?.length === 0) return undefined
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const seed = attempt === 0 ? context.seed : `${context.seed}/${attempt}`
    const value = fillValue(open, place, { ...context, seed }, depth + 1) ?? null
    if (!isTaken(value)) return value
  }
  return undefined
}

const generateArray = (schema: JsonObject, place: Place, context: FillContext, depth: number): Json => {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const most = numberOr(schema.maxItems, Infinity)
  const wanted =
    depth >= MAX_DEPTH - 1 ? numberOr(schema.minItems, 0) : Math.max(numberOr(schema.minItems, 0), prefix.length, 1)
  const items: Json[] = []
  const count = Math.min(wanted, most)
  spend(context.budget, place.path, count)
  for (let index = 0; index < count; index++) {
    const item = index < prefix.length ? prefix[index] : schema.items
    if (item === false) break
    const itemSchema = isObject(item) ? item : true
    const itemPlace = { path: `${place.path}[${index}]`, required: true }
    const value =
      schema.uniqueItems === true
        ? fillOther(itemSchema, items, itemPlace, context, depth)
        : (fillValue(itemSchema, itemPlace, context, depth + 1) ?? null)
    if (value === undefined) {
      if (index >= numberOr(schema.minItems, 0)) break
      throw new Unsatisfiable(place.path)
    }
    items.push(value)
  }
  return items
}
