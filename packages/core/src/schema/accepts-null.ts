import type { Json, JsonSchema } from './json.ts'
import { isObject } from './json.ts'
import { followReference } from './pointer.ts'

const MOST_HOPS = 32

/** Whether a schema allows null, by `type`, `const`, `enum`, combinations and local `$ref`; possible if unknown. */
export const acceptsNull = (schema: Json, root: JsonSchema, hops = 0): boolean => {
  if (!isObject(schema)) return schema !== false
  if (hops > MOST_HOPS) return true
  const accepts = (part: Json): boolean => acceptsNull(part, root, hops + 1)
  const { type, allOf, anyOf, oneOf, $ref } = schema
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).includes('null')) return false
  if (schema.const !== undefined && schema.const !== null) return false
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false
  const target = typeof $ref === 'string' ? followReference(root, $ref) : undefined
  if (target !== undefined && !accepts(target)) return false
  return (
    (!Array.isArray(allOf) || allOf.every(accepts)) &&
    (!Array.isArray(anyOf) || anyOf.some(accepts)) &&
    (!Array.isArray(oneOf) || oneOf.some(accepts))
  )
}
