import type { Json, JsonSchema, Pointer } from './json.ts'
import { escapePointer, hasOwn, isArray, isObject } from './json.ts'
import { parsePointer } from './pointer.ts'
import type { SchemaIssue, Validator } from './validator.ts'

/** Faults of one schema that are looked for: each costs a compilation. */
const MOST_FAULTS = 20

export interface WithoutFaults {
  /** The keywords that keep the schema from being compiled, with pointers into it. */
  readonly issues: readonly SchemaIssue[]
  /** The schema without them; undefined if more than keywords keep it from being compiled. */
  readonly sound?: JsonSchema
}

/** All faults that compiling a schema finds one by one, and the schema that is left without them. */
export const withoutFaults = (schema: JsonSchema, validator: Validator): WithoutFaults => {
  const issues: SchemaIssue[] = []
  let current: JsonSchema | undefined = schema
  while (current !== undefined) {
    const verdict = validator.checkSchema(current)
    if (verdict.ok) return { issues, sound: current }
    const [issue] = verdict.issues
    if (issue === undefined) break
    issues.push(issue)
    current = issues.length < MOST_FAULTS && isKeyword(issue) ? withoutAt(current, issue.path) : undefined
  }
  return { issues }
}

/** An exceeded limit names the place where counting ended instead of a keyword. */
const isKeyword = ({ path, keyword }: SchemaIssue): boolean =>
  path.endsWith(`/${escapePointer(keyword)}`) || /\/patternProperties\/[^/]*$/u.test(path)

/** A schema without the members at the places; those that aren't there are left out. */
export const withoutAt = <T extends JsonSchema>(schema: T, ...paths: readonly Pointer[]): T =>
  paths.reduce<Json>((value, path) => without(value, parsePointer(path) ?? []), schema) as T // no path is the root

const without = (value: Json, [segment, ...rest]: readonly string[]): Json => {
  if (segment === undefined) return value
  if (isArray(value)) return value.map((inner, index) => (String(index) === segment ? without(inner, rest) : inner))
  if (!isObject(value) || !hasOwn(value, segment)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
      if (key !== segment) return [[key, inner]]
      return rest.length === 0 ? [] : [[key, without(inner, rest)]]
    }),
  )
}
