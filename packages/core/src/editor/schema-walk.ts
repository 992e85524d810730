import type { Json, JsonObject } from '../schema/json.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { JsonNode } from '../schema/json-document.ts'
import { memberOf } from '../schema/json-document.ts'
import { followReference } from '../schema/pointer.ts'

const MOST_HOPS = 16

/** The schemas that speak of the value a path leads to, by what is already written on the way. */
export const schemasOn = (
  root: JsonObject,
  node: JsonNode | undefined,
  segments: readonly string[],
): readonly JsonObject[] => {
  let found = expand(root, root, node, 0)
  let at = node
  for (const segment of segments) {
    at = childOf(at, segment)
    found = found.flatMap((schema) => descend(schema, segment).flatMap((next) => expand(next, root, at, 0)))
  }
  return [...new Set(found)]
}

const childOf = (node: JsonNode | undefined, segment: string): JsonNode | undefined =>
  node?.type === 'array' ? node.children?.[Number(segment)] : memberOf(node, segment)

/** Without references and impossible alternatives. Keywords next to a reference keep its description. */
const expand = (schema: Json, root: JsonObject, node: JsonNode | undefined, hops: number): readonly JsonObject[] => {
  if (!isObject(schema) || hops > MOST_HOPS) return []
  const parts: readonly Json[] = [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)]
  if (typeof schema.$ref === 'string') {
    return expand(followReference(root, schema.$ref) ?? {}, root, node, hops + 1)
  }
  if (parts.length === 0) return isMeant(schema, node) ? [schema] : []
  const inner = parts.flatMap((part) => expand(part, root, node, hops + 1))
  return hasOwn(schema, 'properties') ? [schema, ...inner] : inner
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Whether the constants and the required reference of an alternative agree with what is written. */
const isMeant = (schema: JsonObject, node: JsonNode | undefined): boolean => {
  if (node?.type !== 'object' || !isObject(schema.properties)) return true
  const isOfNoType = schema.additionalProperties === false && !hasOwn(schema.properties, 'type')
  if (isOfNoType && memberOf(node, 'type') !== undefined) return false
  return Object.entries(schema.properties).every(([key, property]) => {
    const written = memberOf(node, key)
    if (isObject(property) && property.const !== undefined && written !== undefined) {
      return written.value === property.const || !isScalar(written)
    }
    return !(key === '$ref' && listOf(schema.required).includes('$ref') && written === undefined)
  })
}

const isScalar = (node: JsonNode): boolean => node.type !== 'object' && node.type !== 'array'

const descend = (schema: JsonObject, segment: string): readonly Json[] => {
  const { properties, patternProperties, additionalProperties, items, prefixItems } = schema
  if (isObject(properties) && hasOwn(properties, segment)) return [properties[segment] ?? true]
  const byPattern = isObject(patternProperties)
    ? Object.entries(patternProperties).filter(([pattern]) => matches(pattern, segment))
    : []
  if (byPattern.length > 0) return byPattern.map(([, inner]) => inner)
  const isIndex = /^\d+$/u.test(segment)
  const positioned = isIndex ? listOf(prefixItems)[Number(segment)] : undefined
  if (positioned !== undefined) return [positioned]
  if (isIndex && isObject(items)) return [items]
  return isObject(additionalProperties) ? [additionalProperties] : []
}

const matches = (pattern: string, name: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}
