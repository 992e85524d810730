import { isObject, type Json, type JsonObject } from '@ensemble/core'

/**
 * The schema of a response format as node-llama-cpp's grammars take it: alternatives are `oneOf`, definitions are
 * `$defs`. The strict subset of docs/contract/protocol.md#composition has no other keyword that they lack.
 */
export function toGrammarSchema(schema: JsonObject): JsonObject {
  const given = Object.entries(schema).map(([keyword, value]) => [
    keyword === 'anyOf' ? 'oneOf' : keyword,
    inside(keyword, value),
  ])
  return Object.fromEntries(holdsNothing(schema.items) ? [...given, ['maxItems', 0]] : given)
}

/** Whether these are the items of a list that must be empty, which strict mode has no keyword for. */
const holdsNothing = (items: Json | undefined): boolean =>
  isObject(items) &&
  items.additionalProperties === false &&
  isObject(items.properties) &&
  Object.keys(items.properties).length === 0

const BY_NAME = ['properties', '$defs']

const inside = (keyword: string, value: Json): Json => {
  if (keyword === 'const' || keyword === 'enum') return value
  if (BY_NAME.includes(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each)]))
  return Array.isArray(value) ? value.map(whole) : whole(value)
}

const whole = (value: Json): Json => (isObject(value) ? toGrammarSchema(value) : value)
