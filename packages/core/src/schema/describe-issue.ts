import { canonicalJson } from './hash.ts'
import type { Json, Pointer } from './json.ts'
import { clip } from './clip.ts'
import { escapePointer, hasOwn, isObject } from './json.ts'
import { nearestName } from './nearest-name.ts'
import { readablePath } from './pointer.ts'
import type { SchemaIssue } from './validator.ts'

/** A failed keyword as the schema compiler reports it. */
export interface KeywordFailure {
  readonly keyword: string
  readonly instancePath: Pointer
  readonly schemaPath: string
  readonly params: { readonly [name: string]: unknown }
  /** The keyword's value, its schema, and the refused value. */
  readonly schema?: unknown
  readonly parentSchema?: unknown
  readonly data?: unknown
}

const MOST_LISTED = 40

/** A value as a sentence quotes it: short JSON. */
export const quote = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(clip(value))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (isObject(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object'
  return String(value)
}

const list = (values: readonly unknown[]): string => {
  const shown = values.slice(0, MOST_LISTED).map(quote).join(', ')
  return values.length > MOST_LISTED ? `${shown} and ${values.length - MOST_LISTED} more` : shown
}
const names = (all: readonly string[]): string =>
  all.length > MOST_LISTED
    ? `${all.slice(0, MOST_LISTED).join(', ')} and ${all.length - MOST_LISTED} more`
    : all.join(', ')

const subject = (path: Pointer): string => (path === '' ? 'the value' : JSON.stringify(readablePath(path)))
const article = (type: string): string => (type === 'null' ? 'null' : /^[aoi]/.test(type) ? `an ${type}` : `a ${type}`)
const types = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((one) => article(String(one))).join(' or ')
const plural = (count: unknown, word: string): string => `${String(count)} ${word}${count === 1 ? '' : 's'}`

interface Sentence {
  readonly message: string
  readonly path?: Pointer
  readonly names?: readonly string[]
}

const missing = (failure: KeywordFailure): Sentence => {
  const { data, parentSchema, params, instancePath } = failure
  const required = isObject(parentSchema) && Array.isArray(parentSchema.required) ? parentSchema.required : []
  const absent = required.filter(
    (name: Json): name is string => typeof name === 'string' && isObject(data) && !hasOwn(data, name),
  )
  const first = absent[0] ?? String(params.missingProperty)
  const all = absent.length > 1 ? absent : [first]
  const where = instancePath === '' ? '' : ` in ${subject(instancePath)}`
  const given = isObject(data) ? Object.keys(data).filter((name) => !isDeclared(parentSchema, name)) : []
  const near = nearestName(first, given)
  const hint = near === undefined ? '' : `; "${near}" is not a known name, did you mean "${first}"?`
  const message = `missing required ${all.length > 1 ? 'properties' : 'property'} ${names(all.map((name) => JSON.stringify(name)))}${where}${hint}`
  return { message, path: `${instancePath}/${escapePointer(first)}`, names: all }
}

const isDeclared = (schema: unknown, name: string): boolean =>
  isObject(schema) && isObject(schema.properties) && hasOwn(schema.properties, name)

const declaredNames = (schema: unknown): readonly string[] => {
  if (!isObject(schema)) return []
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword] ?? [])
  return [...new Set([...own, ...parts.flatMap(declaredNames)])]
}

const unknownProperty = (failure: KeywordFailure, name: string): Sentence => {
  const { data, parentSchema } = failure
  const allowed = declaredNames(parentSchema)
  const free = isObject(data) ? allowed.filter((one) => !hasOwn(data, one)) : allowed
  const near = nearestName(name, free)
  const where = failure.instancePath === '' ? '' : ` in ${subject(failure.instancePath)}`
  const hint = near === undefined ? '' : `; did you mean "${near}"?`
  const rest = allowed.length > 0 ? ` Allowed: ${names(allowed)}` : ' None is allowed here'
  return {
    message: `unknown property ${quote(name)}${where}${hint || '.'}${rest}`,
    path: `${failure.instancePath}/${escapePointer(name)}`,
    names: allowed,
  }
}

/** The keywords whose sentence needs only the value and the keyword's own value. */
const SENTENCES: ReadonlyMap<string, (limit: unknown, failure: KeywordFailure) => string> = new Map<
  string,
  (limit: unknown, failure: KeywordFailure) => string
>([
  ['type', (type) => `must be ${types(type)}`],
  ['enum', (values) => `must be one of ${list(Array.isArray(values) ? values : [])}`],
  [
    'const',
    (value) => `must be ${isObject(value) || Array.isArray(value) ? clip(canonicalJson(value)) : quote(value)}`,
  ],
  ['minLength', (limit) => `must have at least ${plural(limit, 'character')}`],
  ['maxLength', (limit) => `must have at most ${plural(limit, 'character')}`],
  ['minItems', (limit) => `must have at least ${plural(limit, 'item')}`],
  ['maxItems', (limit) => `must have at most ${plural(limit, 'item')}`],
  ['minProperties', (limit) => `must have at least ${limit} properties`],
  ['maxProperties', (limit) => `must have at most ${limit} properties`],
  ['minimum', (limit) => `must be at least ${String(limit)}`],
  ['maximum', (limit) => `must be at most ${String(limit)}`],
  ['exclusiveMinimum', (limit) => `must be more than ${String(limit)}`],
  ['exclusiveMaximum', (limit) => `must be less than ${String(limit)}`],
  ['multipleOf', (limit) => `must be a multiple of ${String(limit)}`],
  ['pattern', (pattern) => `must match the pattern ${String(pattern)}`],
  ['format', (format) => `must be a valid ${String(format)}${FORMAT_EXAMPLES.get(String(format)) ?? ''}`],
  ['uniqueItems', () => 'must not hold the same item twice'],
  [
    'contains',
    (_, failure) =>
      `must contain at least ${plural(failure.params.minContains ?? 1, 'item')} that fits its "contains" schema`,
  ],
  ['not', () => 'must not fit its "not" schema'],
  ['propertyNames', (_, failure) => `has the name ${quote(failure.params.propertyName)}, which is not allowed here`],
  [
    'dependentRequired',
    (_, failure) => `needs ${quote(failure.params.missingProperty)} beside ${quote(failure.params.property)}`,
  ],
  [
    'dependencies',
    (_, failure) => `needs ${quote(failure.params.missingProperty)} beside ${quote(failure.params.property)}`,
  ],
  ['items', (_, failure) => `must have at most ${plural(failure.params.limit, 'item')}`],
  ['additionalItems', (_, failure) => `must have at most ${plural(failure.params.limit, 'item')}`],
  ['unevaluatedItems', (_, failure) => `must have at most ${plural(failure.params.len, 'item')}`],
  ['false schema', () => 'is not allowed here'],
])

const FORMAT_EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['date', ' like 2026-01-31'],
  ['time', ' like 14:30:00Z'],
  ['date-time', ' like 2026-01-31T14:30:00Z'],
  ['duration', ' like PT1H30M'],
  ['uri', ' like https://example.com/a'],
  ['email', ' like a@example.com'],
])

const sentence = (failure: KeywordFailure): Sentence => {
  const { keyword, params, instancePath } = failure
  if (keyword === 'required') return missing(failure)
  if (keyword === 'additionalProperties') return unknownProperty(failure, String(params.additionalProperty))
  if (keyword === 'unevaluatedProperties') return unknownProperty(failure, String(params.unevaluatedProperty))
  const expected = SENTENCES.get(keyword)?.(failure.schema, failure) ?? `does not fit its schema (${keyword})`
  const message = `${subject(instancePath)} ${expected}; got ${quote(failure.data)}`
  const valid =
    keyword === 'enum' && Array.isArray(failure.schema) ? failure.schema.filter((one) => typeof one === 'string') : []
  if (valid.length === 0) return { message }
  const near = typeof failure.data === 'string' ? nearestName(failure.data, valid) : undefined
  return { message: near === undefined ? message : `${message}. Did you mean "${near}"?`, names: valid }
}

const ALTERNATIVES = new Set(['anyOf', 'oneOf'])
/** Keywords that only report what another failure already explains. */
const WRAPPERS = new Set([...ALTERNATIVES, 'if', '$ref', '$dynamicRef', 'propertyNames', 'contains'])

const depthOf = (failure: KeywordFailure): number => failure.instancePath.split('/').length
/** Alternatives are distinguished by constants and types: a branch with another failure was probably meant. */
const specificity = (failure: KeywordFailure): number =>
  failure.keyword === 'const' || failure.keyword === 'enum' ? 0 : failure.keyword === 'type' ? 1 : 2

/** Where no alternative came close: what all of them together accept. */
const describeAlternatives = (failures: readonly KeywordFailure[], whole: KeywordFailure): Sentence | undefined => {
  const path = whole.instancePath
  if (failures.some((failure) => failure.instancePath !== path || specificity(failure) === 2)) return undefined
  const values = failures.flatMap(({ keyword, schema }) =>
    keyword === 'enum' && Array.isArray(schema) ? schema : keyword === 'const' ? [schema] : [],
  )
  const typeNames = new Set(
    failures.flatMap(({ keyword, schema }) => (keyword === 'type' ? schema : [])).map((one) => article(String(one))),
  )
  const parts = [...(values.length > 0 ? [`one of ${list(values)}`] : []), ...typeNames]
  if (parts.length < 2 && values.length < 2) return undefined
  return { message: `${subject(path)} must be ${parts.join(' or ')}; got ${quote(whole.data)}` }
}

const mostTelling = (failures: readonly KeywordFailure[]): KeywordFailure | undefined =>
  failures.reduce<KeywordFailure | undefined>((best, failure) => {
    if (best === undefined || depthOf(failure) > depthOf(best)) return failure
    return depthOf(failure) === depthOf(best) && specificity(failure) > specificity(best) ? failure : best
  }, undefined)

const toIssue = (failure: KeywordFailure, text: Sentence): SchemaIssue => ({
  path: text.path ?? failure.instancePath,
  schemaPath: failure.schemaPath.replace(/^[^#]*#/, ''),
  keyword: failure.keyword,
  message: text.message,
  ...(text.names !== undefined && { names: text.names }),
})

/** One sentence for a refused value. `failures` end with the outermost keyword; the closest alternative speaks. */
export const describeFailures = (failures: readonly KeywordFailure[]): SchemaIssue => {
  const whole = failures.at(-1)
  if (whole === undefined)
    return { path: '', schemaPath: '', keyword: 'schema', message: 'the value does not fit its schema' }
  const reasons = failures.filter(({ keyword }) => !WRAPPERS.has(keyword))
  if (whole.keyword === 'oneOf' && Array.isArray(whole.params.passingSchemas)) {
    const message = `${subject(whole.instancePath)} fits more than one of the alternatives, of which exactly one is meant`
    return toIssue(whole, { message })
  }
  if (whole.keyword === 'propertyNames' || whole.keyword === 'contains') return toIssue(whole, sentence(whole))
  if (ALTERNATIVES.has(whole.keyword)) {
    const together = describeAlternatives(reasons, whole)
    if (together) return toIssue(whole, together)
  }
  const telling = ALTERNATIVES.has(whole.keyword) ? mostTelling(reasons) : (reasons.at(-1) ?? whole)
  return toIssue(telling ?? whole, sentence(telling ?? whole))
}
