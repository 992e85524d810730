import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { accepts, isEqual } from './accepts.ts'
import { isShownRef, type Candidate, type ReadablePath } from './context-values.ts'
import { generateString } from './generate-string.ts'
import { inOrder } from './in-order.ts'
import { toLoweredShape } from './lowered-shape.ts'
import { alternativesOf, offersNull, descriptionOf, propertiesOf, requiredOf, valueSchema } from './schema-view.ts'
import { plausibleRange, quotedExample } from './plausible.ts'
import { seeded } from './seeded.ts'
import { countShared, foldName, splitWords, SHORTEST_STEM, stemOf, stemsOf } from './words.ts'
import { type Budget, CHARACTERS, Unsatisfiable, createBudget, spend } from './budget.ts'

/** The sources of the values of one Call or output. */
export interface FillContext {
  /** The document that the schema's references point into. */
  readonly root: JsonObject
  /** Which values are generated; each place adds its own path to it. */
  readonly seed: string
  readonly candidates: readonly Candidate[]
  readonly references: readonly ReadablePath[]
  /** Types were changed by lowering: a reference is chosen by its name alone. */
  readonly isLowered?: boolean
  /** The request as generated text repeats it; absent for a parameter, which is made of the subject. */
  readonly echo?: string
  /** The subject of generated text. */
  readonly subject: readonly string[]
  /** Words of what the request forbids: they choose only where no other word does. */
  readonly barred?: readonly string[]
  /** The request's words: values for places with a form, such as a host or a ticket's id. */
  readonly said: readonly string[]
  /** The remaining budget; a full one by default. */
  readonly budget?: Budget
}

export interface Place {
  /** For people: `ping.host`. */
  readonly path: string
  /** Undefined for a value without a name: an item, a whole output. */
  readonly name?: string
  readonly required: boolean
  /** A parameter itself: it may be a reference. */
  readonly isParameter?: boolean
  /** A value that was refused before. */
  readonly not?: Json
}

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

const findReference = (
  schema: JsonSchema,
  name: string,
  { references, root, isLowered }: FillContext,
): string | undefined =>
  references.find((path) => {
    if (path.name !== name || isLowered === true) return path.name === name
    if (path.value === undefined) return path.schema === undefined || couldAccept(schema, path.schema)
    return isShownRef(path.value) ? hasShownType(schema, path.value) : accepts(schema, path.value, root)
  })?.text

const typesOf = (schema: JsonSchema): readonly Json[] | undefined => {
  if (!isObject(schema) || schema.type === undefined) return undefined
  return Array.isArray(schema.type) ? schema.type : [schema.type]
}

/** Types have something in common, as far as they are written down. */
const couldAccept = (wanted: JsonSchema, offered: JsonSchema): boolean => {
  const types = typesOf(wanted)
  const others = typesOf(offered)
  return types === undefined || others === undefined || types.some((type) => others.includes(type))
}

const hasShownType = (schema: JsonSchema, shown: Json): boolean =>
  isObject(shown) && typeof shown.type === 'string' && couldAccept(schema, { type: shown.type })

const findCandidate = (
  schema: JsonSchema,
  name: string,
  candidates: readonly Candidate[],
  isValid: (value: Json) => boolean,
): Json | undefined => {
  const folded = foldName(name)
  const same = candidates.find((candidate) => foldName(candidate.name) === folded && isValid(candidate.value))
  if (same !== undefined) return same.value
  let best: Candidate | undefined
  let most = 0
  for (const candidate of candidates) {
    const shared = kinship(name, descriptionOf(schema), candidate)
    if (shared > most && isValid(candidate.value)) {
      best = candidate
      most = shared
    }
  }
  return best?.value
}

/** How many words the two have in common; none where only their descriptions meet. */
const kinship = (name: string, description: string, candidate: Candidate): number => {
  const own = new Set(splitWords(name).map(stemOf))
  const other = new Set(splitWords(candidate.name).map(stemOf))
  const ownAll = new Set([...own, ...stemsOf(description)])
  const otherAll = new Set([...other, ...stemsOf(candidate.description)])
  const byName = countShared(own, otherAll) + countShared(other, ownAll)
  return byName === 0 ? 0 : countShared(ownAll, otherAll)
}

/** `examples`, `default`, `enum` and what a parameter's description quotes: of each kind first what the request speaks of, else by seed. */
function* authored(schema: JsonSchema, place: Place, context: FillContext): Generator<Json> {
  const { seed, subject, barred = [], echo } = context
  if (!isObject(schema)) return
  const asked = { first: new Set(subject.map(stemOf)), last: new Set(barred.map(stemOf)) }
  if (Array.isArray(schema.examples)) yield* mostAsked(turned(schema.examples, seed, `${place.path} examples`), asked)
  if (schema.default !== undefined) yield schema.default
  if (Array.isArray(schema.enum)) yield* mostAsked(turned(schema.enum, seed, `${place.path} enum`), asked)
  if (echo !== undefined || typeof schema.description !== 'string' || typesOf(schema)?.[0] !== 'string') return
  const quoted = quotedExample(schema.description)
  if (quoted !== undefined) yield quoted
}

/** Those that share most words with the request first; the order stays where none does. */
const mostAsked = (values: readonly Json[], { first, last }: AskedStems): readonly Json[] => {
  const none = [0, 0] as const
  const mayShare = shareLetters([...first, ...last])
  const scores = new Map(
    values.map((value) => {
      const stems = mayShare(String(value)) ? stemsOf(String(value)) : undefined
      return [value, stems ? ([countShared(stems, first), countShared(stems, last)] as const) : none]
    }),
  )
  return values.toSorted((one, other) => {
    const [a, b] = [scores.get(one) ?? none, scores.get(other) ?? none]
    return b[0] - a[0] || b[1] - a[1]
  })
}

/** Whether a text can contain one of the stems: finding which one takes fifty times as long, and a list may hold thousands. */
const shareLetters = (stems: readonly string[]): ((text: string) => boolean) => {
  const beginnings = [...new Set(stems.map((stem) => stem.slice(0, SHORTEST_STEM)))]
  return (text) => {
    const letters = text.toLowerCase().replaceAll('ё', 'е')
    return beginnings.some((beginning) => letters.includes(beginning))
  }
}

interface AskedStems {
  readonly first: ReadonlySet<string>
  readonly last: ReadonlySet<string>
}

/** All items, beginning at one that the seed picks. */
const turned = (items: readonly Json[], seed: string, key: string): readonly Json[] => {
  const start = seeded(`${seed}/${key}`).integer(0, Math.max(0, items.length - 1))
  return [...items.slice(start), ...items.slice(0, start)]
}

const limit = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)

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
      spend(context.budget, place.path, limit(resolved.minLength, 0) / CHARACTERS)
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
  const most = limit(schema.maxItems, Infinity)
  const wanted =
    depth >= MAX_DEPTH - 1 ? limit(schema.minItems, 0) : Math.max(limit(schema.minItems, 0), prefix.length, 1)
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
      if (index >= limit(schema.minItems, 0)) break
      throw new Unsatisfiable(place.path)
    }
    items.push(value)
  }
  return items
}

const generateNumber = (
  schema: JsonObject,
  random: ReturnType<typeof seeded>,
  plausible: ReturnType<typeof plausibleRange>,
): number => {
  const isWhole = typesOf(schema)?.includes('integer') ?? false
  const step = limit(schema.multipleOf, isWhole ? 1 : 0.01)
  const above = limit(schema.exclusiveMinimum, -Infinity)
  const below = limit(schema.exclusiveMaximum, Infinity)
  const low = Math.max(limit(schema.minimum, -Infinity), above)
  const high = Math.min(limit(schema.maximum, Infinity), below)
  const [least = 0, most = 0] = plausible ?? []
  const isPlausible = (low === -Infinity || high === Infinity) && least < high && most > low && plausible !== undefined
  const min = isPlausible
    ? Math.max(low, least)
    : low > -Infinity
      ? low
      : high < Infinity
        ? Math.min(0, high - 10 * step)
        : 0
  const max = isPlausible ? Math.min(high, most) : high < Infinity ? high : min + 100 * step
  let first = Math.ceil(min / step - 1e-9)
  let last = Math.floor(max / step + 1e-9)
  if (first * step <= above) first++
  if (last * step >= below) last--
  const count = first > last ? first : random.integer(first, last)
  // Decimal steps such as 0.01 would leave 0.30000000000000004.
  return Number((count * step).toPrecision(12))
}
