import { acceptsNull } from '../schema/accepts-null.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { getByPointer } from '../schema/pointer.ts'

/**
 * The value without the nulls that mean "left out": those of optional properties whose schema refuses null (PROTOCOL.md
 * §3). A null that the author's type allows stays, as does one of a required property. The same object where nothing
 * was dropped.
 */
export const dropNulls = (schema: JsonSchema, value: JsonObject): JsonObject => {
  const dropped = drop(schema, value, schema)
  return isObject(dropped) ? dropped : value
}

const drop = (written: Json, value: Json, root: JsonSchema): Json => {
  if (typeof value !== 'object' || value === null) return value
  const schema = follow(written, root)
  if (!isObject(schema)) return value
  if (Array.isArray(value)) {
    const items = schema.items
    if (items === undefined) return value
    const next = value.map((item: Json) => drop(items, item, root))
    return next.some((item, index) => item !== value[index]) ? next : value
  }
  return isObject(schema.properties) && isObject(value) ? dropFrom(schema, schema.properties, value, root) : value
}

const dropFrom = (schema: JsonObject, properties: JsonObject, value: JsonObject, root: JsonSchema): JsonObject => {
  const required = Array.isArray(schema.required) ? schema.required : []
  let changed = false
  const kept: [string, Json][] = []
  for (const [name, member] of Object.entries(value)) {
    const declared = hasOwn(properties, name) ? properties[name] : undefined
    if (declared === undefined) kept.push([name, member])
    else if (member === null && !required.includes(name) && !acceptsNull(declared, root)) changed = true
    else {
      const next = drop(declared, member, root)
      changed ||= next !== member
      kept.push([name, next])
    }
  }
  return changed ? Object.fromEntries(kept) : value
}

/** Behind a `$ref` inside the same schema; a chain ends after a few hops whatever it is. */
const follow = (schema: Json, root: JsonSchema, hops = 0): Json => {
  if (!isObject(schema) || typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#') || hops > 16) return schema
  const target = getByPointer(root, schema.$ref.slice(1))
  return target === undefined ? schema : follow(target, root, hops + 1)
}
