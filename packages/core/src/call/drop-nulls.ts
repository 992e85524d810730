import { acceptsNull } from '../schema/accepts-null.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { followReference } from '../schema/pointer.ts'

/**
 * The value without nulls that mean "left out": optional properties whose schema refuses null
 * (docs/contract/protocol.md#composition). Other nulls stay. Returns the same object if nothing changes.
 */
export const dropNulls = (schema: JsonSchema, value: JsonObject): JsonObject => {
  if (withoutNulls.has(value)) return value
  const members = membersIn(value)
  if (members !== undefined) {
    if (members > MANY) withoutNulls.add(value)
    return value
  }
  const dropped = drop(schema, value, schema)
  return isObject(dropped) ? dropped : value
}

/** A Call is asked about when it is judged and when it is checked: thousands of members are looked through once. */
const withoutNulls = new WeakSet<JsonObject>()
/** Fewer members are counted again faster than they are remembered. */
const MANY = 100

/** How many members there are in all, or undefined with a null among them. Most Calls hold none: then no schema is looked at. */
const membersIn = (value: Json): number | undefined => {
  if (typeof value !== 'object') return 1
  if (value === null) return undefined
  let members = 1
  // By names, which `for … in` looks up once more each where there are thousands.
  for (const item of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as JsonObject)) {
    const inside = membersIn(item ?? null)
    if (inside === undefined) return undefined
    members += inside
  }
  return members
}

const drop = (written: Json, value: Json, root: JsonSchema): Json => {
  if (typeof value !== 'object' || value === null) return value
  const parts = partsOf(written, root)
  if (Array.isArray(value)) return parts.reduce<Json>((list, part) => dropItems(part, list, root), value)
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])))
  return parts.reduce<Json>((object, part) => dropFrom(part, required, object, root), value)
}

const dropItems = ({ items }: JsonObject, list: Json, root: JsonSchema): Json => {
  if (items === undefined || !Array.isArray(list)) return list
  const next = list.map((item: Json) => drop(items, item, root))
  return next.some((item, index) => item !== list[index]) ? next : list
}

const dropFrom = (part: JsonObject, required: ReadonlySet<Json>, object: Json, root: JsonSchema): Json => {
  const { properties } = part
  if (!isObject(properties) || !isObject(object)) return object
  let changed = false
  const kept: [string, Json][] = []
  for (const [name, member] of Object.entries(object)) {
    const declared = hasOwn(properties, name) ? properties[name] : undefined
    if (declared === undefined) kept.push([name, member])
    else if (member === null && !required.has(name) && !acceptsNull(declared, root)) changed = true
    else {
      const next = drop(declared, member, root)
      changed ||= next !== member
      kept.push([name, next])
    }
  }
  return changed ? Object.fromEntries(kept) : object
}

/** The schema behind its `$ref` inside the same document, with those of its `allOf`: what together describes a value. */
const partsOf = (schema: Json, root: JsonSchema, seen?: Set<Json>): readonly JsonObject[] => {
  if (!isObject(schema) || seen?.has(schema)) return []
  const { $ref, allOf } = schema
  const target = typeof $ref === 'string' ? followReference(root, $ref) : undefined
  if (target === undefined && allOf === undefined) return [schema]
  // Each once: schemas may refer to each other in circles.
  const known = (seen ?? new Set<Json>()).add(schema)
  const others = [...(target === undefined ? [] : [target]), ...(Array.isArray(allOf) ? allOf : [])]
  return [schema, ...others.flatMap((other: Json) => partsOf(other, root, known))]
}
