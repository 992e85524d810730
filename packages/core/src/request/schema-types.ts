import { isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { followReference } from '../schema/pointer.ts'

const MOST_HOPS = 16

/**
 * Whether a schema's types allow a string, by `type`, `const`, `enum`, alternatives and local `$ref`; possible if
 * unknown.
 */
export function acceptsString(schema: Json, root: JsonObject, hops = 0): boolean {
  if (!isObject(schema)) return schema !== false
  if (schema.type !== undefined) return [schema.type].flat().includes('string')
  if (schema.const !== undefined) return typeof schema.const === 'string'
  if (Array.isArray(schema.enum)) return schema.enum.some((value: Json) => typeof value === 'string')
  if (hops >= MOST_HOPS) return true
  const accepts = (part: Json): boolean => acceptsString(part, root, hops + 1)
  if (typeof schema.$ref === 'string') {
    const target = followReference(root, schema.$ref)
    if (target !== undefined && !accepts(target)) return false
  }
  const { allOf, anyOf, oneOf } = schema
  return (
    (!Array.isArray(allOf) || allOf.every(accepts)) &&
    (!Array.isArray(anyOf) || anyOf.some(accepts)) &&
    (!Array.isArray(oneOf) || oneOf.some(accepts))
  )
}
