import { createBranchCounter } from './branching.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from './json.ts'
import { escapePointer, isObject } from './json.ts'
import { nearestName } from './nearest-name.ts'
import { readablePath } from './pointer.ts'
import { subschemasOf } from './subschemas.ts'
import type { SchemaIssue } from './validator.ts'
import { weigh } from './weigh.ts'

/** The limits of a schema before it is compiled (docs/reliability.md#hostile-schemas). */
export interface SchemaLimits {
  readonly subschemas: number
  /** Levels of schema inside schema. */
  readonly depth: number
  readonly enumValues: number
  /** Names in one `required`. */
  readonly required: number
  /** The weight of the whole schema (`weigh.ts`). */
  readonly weight: number
  /** UTF-16 units of one pattern. */
  readonly patternLength: number
  /** Patterns in all, and how much the different ones weigh together (`pattern-weight.ts`). */
  readonly patterns: number
  readonly patternWeight: number
  /** Schemas that may judge one value at one place. */
  readonly branches: number
}
export const SCHEMA_LIMITS: SchemaLimits = {
  subschemas: 800,
  depth: 64,
  enumValues: 10_000,
  required: 2000,
  patternLength: 1000,
  patterns: 200,
  patternWeight: 8000,
  weight: 9000,
  branches: 10_000,
}

export const TYPE_NAMES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'] as const

const isString = (value: Json): boolean => typeof value === 'string'
const isNumber = (value: Json): boolean => typeof value === 'number'
const isCount = (value: Json): boolean => Number.isInteger(value) && Number(value) >= 0
const isNames = (value: Json): boolean => Array.isArray(value) && value.every(isString)
const isSchemaValue = (value: Json): boolean => typeof value === 'boolean' || isObject(value)
const isSchemaList = (value: Json): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchemaValue)
const isSchemaMap = (value: Json): boolean => isObject(value) && Object.values(value).every(isSchemaValue)
const isTypeName = (value: Json): boolean => TYPE_NAMES.some((name) => name === value)

type Expectation = readonly [says: string, holds: (value: Json) => boolean]
const A_STRING: Expectation = ['a string', isString]
const A_NUMBER: Expectation = ['a number', isNumber]
const A_COUNT: Expectation = ['a whole number that is not negative', isCount]
const A_BOOLEAN: Expectation = ['true or false', (value) => typeof value === 'boolean']
const A_SCHEMA: Expectation = ['a schema (an object or a boolean)', isSchemaValue]
const SCHEMAS: Expectation = ['a list of at least one schema', isSchemaList]
const SCHEMA_MAP: Expectation = ['an object of schemas', isSchemaMap]
const NAMES: Expectation = ['a list of names', isNames]

/** The type of each keyword's value, in every dialect. Unknown keywords are annotations. */
const KEYWORDS: ReadonlyMap<string, Expectation> = new Map<string, Expectation>([
  ['$ref', A_STRING],
  ['$dynamicRef', A_STRING],
  ['$id', A_STRING],
  ['$schema', A_STRING],
  ['$anchor', A_STRING],
  ['$dynamicAnchor', A_STRING],
  ['$defs', SCHEMA_MAP],
  ['definitions', SCHEMA_MAP],
  ['title', A_STRING],
  ['description', A_STRING],
  ['format', A_STRING],
  ['pattern', A_STRING],
  ['enum', ['a list of values', Array.isArray]],
  ['multipleOf', ['a number above 0', (value) => isNumber(value) && Number(value) > 0]],
  ['maximum', A_NUMBER],
  ['exclusiveMaximum', A_NUMBER],
  ['minimum', A_NUMBER],
  ['exclusiveMinimum', A_NUMBER],
  ['maxLength', A_COUNT],
  ['minLength', A_COUNT],
  ['maxItems', A_COUNT],
  ['minItems', A_COUNT],
  ['maxContains', A_COUNT],
  ['minContains', A_COUNT],
  ['maxProperties', A_COUNT],
  ['minProperties', A_COUNT],
  ['uniqueItems', A_BOOLEAN],
  ['required', NAMES],
  ['properties', SCHEMA_MAP],
  ['patternProperties', SCHEMA_MAP],
  ['dependentSchemas', SCHEMA_MAP],
  [
    'dependentRequired',
    ['an object of lists of names', (value) => isObject(value) && Object.values(value).every(isNames)],
  ],
  ['additionalProperties', A_SCHEMA],
  ['unevaluatedProperties', A_SCHEMA],
  ['propertyNames', A_SCHEMA],
  ['unevaluatedItems', A_SCHEMA],
  ['additionalItems', A_SCHEMA],
  ['contains', A_SCHEMA],
  ['prefixItems', SCHEMAS],
  ['allOf', SCHEMAS],
  ['anyOf', SCHEMAS],
  ['oneOf', SCHEMAS],
  ['not', A_SCHEMA],
  ['if', A_SCHEMA],
  ['then', A_SCHEMA],
  ['else', A_SCHEMA],
])

export const isDraft07 = (schema: JsonSchema): boolean =>
  isObject(schema) && typeof schema.$schema === 'string' && /json-schema\.org\/draft-0[67]\/schema/.test(schema.$schema)

const schemaIssue = (path: Pointer, keyword: string, message: string): SchemaIssue => ({
  path,
  schemaPath: path,
  keyword,
  message,
})

const checkType = (path: Pointer, type: Json): SchemaIssue | undefined => {
  const names = Array.isArray(type) ? type : [type]
  const wrong = names.find((name: Json) => !isTypeName(name))
  if (names.length > 0 && wrong === undefined) return undefined
  const near = typeof wrong === 'string' ? nearestName(wrong, TYPE_NAMES) : undefined
  const message = `"type" must be one of ${TYPE_NAMES.join(', ')}${near ? `; did you mean "${near}"?` : ''}`
  return { ...schemaIssue(`${path}/type`, 'type', message), names: TYPE_NAMES }
}

const checkItems = (path: Pointer, items: Json, draft07: boolean): SchemaIssue | undefined => {
  if (isSchemaValue(items) || (draft07 && Array.isArray(items) && items.every(isSchemaValue))) return undefined
  const hint = Array.isArray(items) ? '; a list of schemas by position is written "prefixItems"' : ''
  return schemaIssue(`${path}/items`, 'items', `"items" must be ${A_SCHEMA[0]}${hint}`)
}

const checkKeyword = (
  [keyword, value]: readonly [string, Json],
  path: Pointer,
  draft07: boolean,
  limits: SchemaLimits,
): SchemaIssue | undefined => {
  const expected = KEYWORDS.get(keyword)
  const issueHere = (message: string): SchemaIssue => schemaIssue(`${path}/${escapePointer(keyword)}`, keyword, message)
  if (expected && !expected[1](value)) return issueHere(`"${keyword}" must be ${expected[0]}`)
  if (keyword === 'type') return checkType(path, value)
  if (keyword === 'items') return checkItems(path, value, draft07)
  if (keyword === 'enum' && Array.isArray(value) && value.length > limits.enumValues)
    return issueHere(`"enum" has ${value.length} values, more than the ${limits.enumValues} allowed`)
  if (keyword === 'required' && Array.isArray(value) && value.length > limits.required)
    return issueHere(`"required" has ${value.length} names, more than the ${limits.required} allowed`)
  if (keyword === 'pattern' && typeof value === 'string' && value.length > limits.patternLength)
    return issueHere(`the pattern is longer than the ${limits.patternLength} characters allowed`)
  return keyword === '$async' ? issueHere('"$async" is not part of JSON Schema; remove it') : undefined
}

const patternsIn = ({ pattern, patternProperties }: JsonObject): number =>
  (typeof pattern === 'string' ? 1 : 0) + (isObject(patternProperties) ? Object.keys(patternProperties).length : 0)

/** The first of `findSchemaIssues`. */
export const findSchemaIssue = (schema: unknown, limits: SchemaLimits = SCHEMA_LIMITS): SchemaIssue | undefined =>
  findSchemaIssues(schema, 1, limits)[0]

/** ` at properties.city: "type" must be …`, as people read it; without a place where the whole schema is meant. */
export const tellIssue = ({ path, keyword, message }: SchemaIssue): string => {
  const ending = `/${escapePointer(keyword)}`
  const place = readablePath(path.endsWith(ending) ? path.slice(0, -ending.length) : path)
  return `${place === '' ? '' : ` at ${place}`}: ${message.replace(/[.?!]*$/, (end) => end || '.')}`
}

/** More than a person fixes at once. */
const MOST_TOLD = 20

/**
 * A schema's faults before compiling: at most `most` bad keywords, then exceeded limits. Iterative: depth costs no
 * stack. `path` points into the schema.
 */
export function findSchemaIssues(
  schema: unknown,
  most: number = MOST_TOLD,
  limits: SchemaLimits = SCHEMA_LIMITS,
): readonly SchemaIssue[] {
  if (typeof schema !== 'boolean' && !isObject(schema))
    return [schemaIssue('', 'schema', 'a schema must be an object or a boolean')]
  const draft07 = isDraft07(schema)
  const waiting: { readonly schema: JsonSchema; readonly path: Pointer; readonly depth: number }[] = [
    { schema, path: '', depth: 0 },
  ]
  const countBranches = createBranchCounter(schema, limits.branches)
  const issues: SchemaIssue[] = []
  const tooMuch = (path: Pointer, keyword: string, message: string): readonly SchemaIssue[] => [
    ...issues,
    schemaIssue(path, keyword, message),
  ]
  let count = 0
  let patterns = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, depth } = next
    if (++count > limits.subschemas)
      return tooMuch(path, 'schema', `the schema has more than the ${limits.subschemas} subschemas allowed`)
    if (depth > limits.depth) return tooMuch(path, 'schema', `schemas are nested more than ${limits.depth} levels deep`)
    if (!isObject(next.schema)) continue
    for (const entry of Object.entries(next.schema)) {
      const issue = checkKeyword(entry, path, draft07, limits)
      if (issue && issues.push(issue) >= most) return issues
    }
    patterns += patternsIn(next.schema)
    if (patterns > limits.patterns)
      return tooMuch(path, 'pattern', `the schema has more than the ${limits.patterns} patterns allowed`)
    // The effect of a broken schema is unknown.
    const isCounted = issues.length === 0 && (path === '' || next.schema.$ref !== undefined)
    if (isCounted && countBranches(next.schema) >= limits.branches)
      return tooMuch(path, '$ref', `more than ${limits.branches} schemas would judge one value here`)
    for (const inner of subschemasOf(next.schema).toReversed()) {
      const segments = inner.segments.map((segment) => `/${escapePointer(segment)}`).join('')
      waiting.push({ schema: inner.schema, path: path + segments, depth: depth + 1 })
    }
  }
  if (issues.length === 0 && weigh(schema, limits.weight) > limits.weight)
    return [schemaIssue('', 'schema', 'the schema is larger than is allowed; shorten its texts and lists')]
  return issues
}
