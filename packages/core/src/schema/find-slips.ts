import type { Json, JsonObject, JsonSchema, Pointer } from './json.ts'
import { escapePointer, hasOwn, isObject } from './json.ts'
import { KEYWORD_NAMES } from './keywords.ts'
import { contradictionsIn } from './contradictions.ts'
import { lookAroundIn } from './look-around.ts'
import { nearestName } from './nearest-name.ts'
import { followReference, toPointer } from './pointer.ts'
import { subschemasOf } from './subschemas.ts'
import type { Validator } from './validator.ts'
import { withoutFaults } from './without-faults.ts'

/** A slip that JSON Schema itself does not mind, or minds only when a value is judged. `path` points into the schema. */
export interface SchemaSlip {
  readonly kind:
    | 'ref'
    | 'unknownKeyword'
    | 'requiredUndeclared'
    | 'valueInvalid'
    | 'valueRepeated'
    | 'contradiction'
    | 'metaMisplaced'
    | 'pattern'
  readonly path: Pointer
  readonly message: string
}

export interface SlipOptions {
  /** Whether a key is a Tool's meta field, allowed only at the root or among the root's properties. */
  readonly isMeta?: (key: string) => boolean
  /** Without one, values are not judged. */
  readonly validator?: Validator | undefined
}

const MOST_SCHEMAS = 20_000
/** More are not told one by one, and no more names are compared with all others: a schema may hold thousands of slips. */
const MOST_SLIPS = 100
const MOST_COMPARED = 300
const known = new Set(KEYWORD_NAMES)

/**
 * Broken references, misspelt keywords, undeclared required names, impossible or repeated values, impossible bounds,
 * patterns with look-around, misplaced meta fields.
 */
export const findSlips = (schema: JsonSchema, options: SlipOptions = {}): readonly SchemaSlip[] => {
  if (!isObject(schema)) return []
  const slips: SchemaSlip[] = []
  const nearest = createNearest()
  const withDefinitions = createWithDefinitions(schema)
  const anchors = new Set<string>()
  const references: { readonly ref: string; readonly path: Pointer }[] = []
  const waiting: { readonly schema: JsonObject; readonly path: Pointer; readonly inPart: boolean }[] = [
    { schema, path: '', inPart: false },
  ]
  for (
    let next = waiting.pop(), count = 0;
    next !== undefined && count < MOST_SCHEMAS && slips.length < MOST_SLIPS;
    next = waiting.pop(), count++
  ) {
    const { schema: current, path, inPart } = next
    if (typeof current.$anchor === 'string') anchors.add(`#${current.$anchor}`)
    if (typeof current.$ref === 'string') references.push({ ref: current.$ref, path: `${path}/$ref` })
    slips.push(
      ...unknownKeywords(current, path, options, nearest),
      ...(inPart ? [] : undeclared(current, path, nearest)),
      ...unfitting(current, path, options.validator, withDefinitions),
      ...repeated(current, path),
      ...lookAround(current, path),
      ...contradictionsIn(current).map(({ keyword, message }) => ({
        kind: 'contradiction' as const,
        path: `${path}/${keyword}`,
        message,
      })),
      ...(path === '' ? [] : misplaced(current, path, options)),
    )
    for (const { segments, schema: inner } of subschemasOf(current).toReversed()) {
      const isPart = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'].includes(segments[0])
      if (isObject(inner)) waiting.push({ schema: inner, path: path + toPointer(segments), inPart: isPart })
    }
  }
  const lost = references.filter(({ ref }) => !anchors.has(ref) && !leadsInside(schema, ref)).slice(0, MOST_SLIPS)
  return [...slips.slice(0, MOST_SLIPS), ...lost.map(({ ref, path }) => lostReference(schema, ref, path, nearest))]
}

type Nearest = (name: string, names: readonly string[]) => string | undefined

/** `nearestName`, for the first names that are asked about. */
const createNearest = (): Nearest => {
  let left = MOST_COMPARED
  return (name, names) => {
    left -= Math.ceil(names.length / MOST_SLIPS)
    return left < 0 ? undefined : nearestName(name, names)
  }
}

const leadsInside = (root: JsonObject, ref: string): boolean => {
  if (ref.startsWith('#')) return followReference(root, ref) !== undefined
  return typeof root.$id === 'string' && ref.startsWith(root.$id)
}

const lostReference = (root: JsonObject, ref: string, path: Pointer, nearestOf: Nearest): SchemaSlip => {
  const kept = ['$defs', 'definitions'].flatMap((keyword) =>
    isObject(root[keyword]) ? Object.keys(root[keyword]).map((name) => `#/${keyword}/${escapePointer(name)}`) : [],
  )
  const nearest = nearestOf(ref, kept)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const why = ref.startsWith('#')
    ? 'leads to no place inside this schema'
    : 'leads out of this schema; nothing is fetched'
  return { kind: 'ref', path, message: `"$ref" ${ref} ${why}.${hint}` }
}

const unknownKeywords = (
  schema: JsonObject,
  path: Pointer,
  { isMeta }: SlipOptions,
  nearestOf: Nearest,
): readonly SchemaSlip[] =>
  Object.keys(schema).flatMap((key): readonly SchemaSlip[] => {
    if (known.has(key) || key.startsWith('x-') || isMeta?.(key)) return []
    const nearest = nearestOf(key, KEYWORD_NAMES)
    const message = `JSON Schema has no keyword ${key}, so it has no effect. Did you mean ${nearest ?? ''}?`
    return nearest === undefined ? [] : [{ kind: 'unknownKeyword', path: `${path}/${escapePointer(key)}`, message }]
  })

/** Meta fields below the root of a Tool: as keywords of an inner schema, or among its properties (docs/contract/protocol.md#tools). */
const misplaced = (schema: JsonObject, path: Pointer, { isMeta }: SlipOptions): readonly SchemaSlip[] => {
  if (isMeta === undefined) return []
  const properties = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const found = [
    ...Object.keys(schema).map((key) => [key, path] as const),
    ...properties.map((key) => [key, `${path}/properties`] as const),
  ]
  return found
    .filter(([key]) => isMeta(key))
    .map(([key, holder]) => ({
      kind: 'metaMisplaced',
      path: `${holder}/${escapePointer(key)}`,
      message: `${key} has no effect here: put meta fields among the Tool's own properties, or next to them.`,
    }))
}

const OPENS = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if', 'dependentSchemas']

const undeclared = (schema: JsonObject, path: Pointer, nearestOf: Nearest): readonly SchemaSlip[] => {
  const { properties, required } = schema
  if (!isObject(properties) || !Array.isArray(required)) return []
  if (OPENS.some((keyword) => hasOwn(schema, keyword) && schema[keyword] !== false)) return []
  const asked = new Set<Json>(required)
  const free = Object.keys(properties).filter((key) => !asked.has(key))
  return required.flatMap((name: Json, index): readonly SchemaSlip[] => {
    if (typeof name !== 'string' || hasOwn(properties, name)) return []
    const nearest = nearestOf(name, free)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    const message = `${name} is required and not declared, so no value fits.${hint}`
    return [{ kind: 'requiredUndeclared', path: `${path}/required/${index}`, message }]
  })
}

/** Schemas with references that are compiled with their definitions, at most. */
const MOST_WITH_DEFINITIONS = 50
/** Characters of schemas whose values are judged: those inside each other count each time. */
const MOST_JUDGED = 2_000_000
const REFERENCE = /"\$ref":"((?:[^"\\]|\\.)*)"/gu
const IN_DEFINITIONS = /^#\/(?:\$defs|definitions)\//u
const leadsToDefinitions = (text: string): boolean =>
  [...text.matchAll(REFERENCE)].every(([, ref = '']) => IN_DEFINITIONS.test(ref))

type WithDefinitions = (schema: JsonObject) => JsonObject | undefined

/** A schema that can be judged by itself: with the root's definitions if it refers to them. Undefined if it can't. */
const createWithDefinitions = (root: JsonObject): WithDefinitions => {
  let left = MOST_WITH_DEFINITIONS
  let characters = MOST_JUDGED
  let shared: JsonObject | false | undefined
  return (schema) => {
    if (characters < 0) return undefined
    const { default: _default, examples: _examples, enum: _enum, const: _const, ...rest } = schema
    const text = JSON.stringify(rest)
    characters -= text.length
    if (schema === root || !text.includes('"$ref"')) return schema
    const { $defs, definitions } = root
    const held: JsonObject = {
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    }
    shared ??= leadsToDefinitions(JSON.stringify(held)) && held
    const hasOwnOnes = schema.$defs !== undefined || schema.definitions !== undefined
    if (shared === false || hasOwnOnes || left === 0 || !leadsToDefinitions(text)) return undefined
    left -= 1
    return { ...schema, ...shared }
  }
}

/** Values of `enum` that are there already. */
const repeated = ({ enum: values }: JsonObject, path: Pointer): readonly SchemaSlip[] => {
  if (!Array.isArray(values)) return []
  const seen = new Set<Json>()
  return values.flatMap((value: Json, index): readonly SchemaSlip[] => {
    const key = typeof value === 'object' ? JSON.stringify(value) : value
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const message = `enum lists the value ${JSON.stringify(value)} more than once.`
    return [{ kind: 'valueRepeated', path: `${path}/enum/${index}`, message }]
  })
}

const lookAround = ({ pattern, patternProperties }: JsonObject, path: Pointer): readonly SchemaSlip[] => [
  ...(typeof pattern === 'string' ? lookAroundAt(pattern, `${path}/pattern`) : []),
  ...(isObject(patternProperties)
    ? Object.keys(patternProperties).flatMap((key) =>
        lookAroundAt(key, `${path}/patternProperties/${escapePointer(key)}`),
      )
    : []),
]

const lookAroundAt = (pattern: string, path: Pointer): readonly SchemaSlip[] => {
  const found = lookAroundIn(pattern)
  if (found === undefined) return []
  const message = `The pattern uses ${found}: look-around and back-references are not supported, because they cannot run in bounded time.`
  return [{ kind: 'pattern', path, message }]
}

/** Judges values by schemas without outside references; the rest is left to the whole. */
const unfitting = (
  written: JsonObject,
  path: Pointer,
  validator: Validator | undefined,
  withDefinitions: WithDefinitions,
): readonly SchemaSlip[] => {
  const { default: offered, examples, enum: values, const: only } = written
  if (validator === undefined || [offered, examples, values, only].every((one) => one === undefined)) return []
  const whole = withDefinitions(written)
  if (whole === undefined) return []
  const judged: readonly (readonly [Pointer, Json])[] = [
    ...(offered === undefined ? [] : [['/default', offered] as const]),
    ...(only === undefined ? [] : [['/const', only] as const]),
    ...listed('examples', examples),
    ...listed('enum', values),
  ]
  if (judged.length === 0) return []
  // Told by themselves: a schema with such keywords refuses every value.
  const { sound: schema } = withoutFaults(whole, validator)
  if (!isObject(schema)) return []
  const { enum: _values, const: _only, ...plain } = schema
  return judged.flatMap(([at, value]): readonly SchemaSlip[] => {
    const verdict = validator.check(/^\/(?:enum|const)/u.test(at) ? plain : schema, value)
    if (verdict.ok || verdict.issues[0]?.keyword === 'schema') return []
    const message = `This value does not fit its own schema: ${verdict.issues[0]?.message ?? 'it is refused'}.`
    return [{ kind: 'valueInvalid', path: path + at, message }]
  })
}

const MOST_VALUES = 50
const listed = (keyword: string, values: Json | undefined): readonly (readonly [Pointer, Json])[] =>
  Array.isArray(values)
    ? values.slice(0, MOST_VALUES).map((value: Json, index) => [`/${keyword}/${index}`, value] as const)
    : []
