import { hasOwn, isArray, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { parsePointer, pointerOf } from '../schema/pointer.ts'

/** Where schemas keep what others refer to; `definitions` is the older name. */
const KEYWORDS = ['$defs', 'definitions'] as const

/**
 * Drops unused definitions: a model reads everything. Same object if all are used, or if a reference can't be followed.
 */
export function pruneDefinitions(schema: JsonObject): JsonObject
export function pruneDefinitions(schema: JsonSchema): JsonSchema
export function pruneDefinitions(schema: JsonSchema): JsonSchema {
  if (!isObject(schema) || !KEYWORDS.some((keyword) => isObject(schema[keyword]))) return schema
  const used: Used = { $defs: new Set(), definitions: new Set() }
  const rest = Object.entries(schema).filter(([key, value]) => !isMap(key, value))
  if (!rest.every(([key, value]) => collect({ [key]: value }, schema, used))) return schema
  const kept = KEYWORDS.flatMap((keyword): [string, Json][] => {
    const entries = definitionsOf(schema, keyword).filter(([name]) => used[keyword].has(name))
    return entries.length === 0 ? [] : [[keyword, Object.fromEntries(entries)]]
  })
  const isWhole = KEYWORDS.every((keyword) => definitionsOf(schema, keyword).length === used[keyword].size)
  return isWhole ? schema : { ...Object.fromEntries(rest), ...Object.fromEntries(kept) }
}

type Keyword = (typeof KEYWORDS)[number]
type Used = { readonly [keyword in Keyword]: Set<string> }

const isKeyword = (key: string | undefined): key is Keyword => KEYWORDS.some((keyword) => keyword === key)
const isMap = (key: string, value: Json): boolean => isKeyword(key) && isObject(value)
const definitionsOf = (schema: JsonObject, keyword: Keyword): readonly [string, Json][] =>
  isObject(schema[keyword]) ? Object.entries(schema[keyword]) : []

/** Adds the definitions that any reference needs, examples included; false if one can't be followed. */
function collect(value: Json, root: JsonObject, used: Used): boolean {
  const waiting: Json[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isArray(next)) waiting.push(...next)
    if (!isObject(next)) continue
    for (const [key, inner] of Object.entries(next)) {
      if (key === '$dynamicRef') return false
      if (key === '$ref' && typeof inner === 'string') {
        const place = pointerOf(inner)
        const segments = place === undefined ? undefined : parsePointer(place)
        // One to the root is to a schema that is read already.
        if (segments === undefined || (isKeyword(segments[0]) && segments.length === 1)) return false
        const [keyword, name] = segments
        if (!isKeyword(keyword) || name === undefined || used[keyword].has(name)) continue
        const definitions = root[keyword]
        if (!isObject(definitions) || !hasOwn(definitions, name)) continue
        used[keyword].add(name)
        waiting.push(definitions[name] ?? null)
      } else waiting.push(inner)
    }
  }
  return true
}
