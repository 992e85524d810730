import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from '../schema/json.ts'
import { parsePointer, pointerOf, referenceTo, toPointer } from '../schema/pointer.ts'
import { mapSubschemas } from '../tool/map-subschemas.ts'

/** A schema ready to be part of another, and its definitions for that one's root. */
export interface Embedded {
  readonly schema: JsonSchema
  readonly definitions: JsonObject
}

/** Prepares a schema for `pointer` of a bigger one: `$defs` move to the root under `prefix`, and `$ref`s follow. */
export function embedSchema(schema: JsonSchema, prefix: string, pointer: Pointer): Embedded {
  if (!isObject(schema) || !JSON.stringify(schema).includes('"$ref"')) return { schema, definitions: {} }
  const own = isObject(schema.$defs) ? schema.$defs : {}
  const rewrite = (current: JsonSchema): JsonSchema => {
    if (!isObject(current)) return current
    const mapped = mapSubschemas(current, rewrite)
    return typeof mapped.$ref === 'string' ? { ...mapped, $ref: rebase(mapped.$ref, own, prefix, pointer) } : mapped
  }
  const { $defs: _moved, ...rest } = schema
  const definitions = Object.entries(own).map(([name, definition]): [string, Json] => [
    prefix + name,
    rewrite(isObject(definition) || typeof definition === 'boolean' ? definition : true),
  ])
  return { schema: rewrite(rest), definitions: Object.fromEntries(definitions) }
}

function rebase(reference: string, own: JsonObject, prefix: string, pointer: Pointer): string {
  const place = pointerOf(reference)
  const [keyword, name, ...rest] = (place === undefined ? undefined : parsePointer(place)) ?? []
  if (keyword === '$defs' && name !== undefined && hasOwn(own, name))
    return referenceTo(toPointer([keyword, prefix + name, ...rest]))
  return reference === '#' || reference.startsWith('#/') ? `#${pointer}${reference.slice(1)}` : reference
}
