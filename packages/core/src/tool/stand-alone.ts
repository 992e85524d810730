import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from '../schema/json.ts'
import { followReference, getByPointer, parsePointer, pointerOf, referenceTo } from '../schema/pointer.ts'
import { subschemasOf } from '../schema/subschemas.ts'
import { mapSubschemas } from './map-subschemas.ts'

/** A part of a Tool's schema made self-contained: outside targets move to `$defs`. Same object if it has none. */
export function standAlone(part: JsonObject, whole: JsonObject): JsonObject
export function standAlone(part: JsonSchema, whole: JsonObject): JsonSchema
export function standAlone(part: JsonSchema, whole: JsonObject): JsonSchema {
  const isInside = (reference: string, isOfPart: boolean): boolean =>
    isOfPart && followReference(part, reference) !== undefined
  return isObject(part) ? withDefinitions(part, whole, isInside) : part
}

/**
 * The schema with its references' targets from `whole` in `$defs`. `isOfPart`: the reference is in the schema itself.
 */
export function withDefinitions(
  part: JsonObject,
  whole: JsonObject,
  stays: (reference: string, isOfPart: boolean) => boolean,
): JsonObject {
  if (!refers(part)) return part
  const own = isObject(part.$defs) ? part.$defs : {}
  const names = new Map<Pointer, string>()
  const brought = new Map<string, Json>()
  const bring = (pointer: Pointer, target: JsonObject): string => {
    let name = parsePointer(pointer)?.at(-1) ?? 'whole'
    while (hasOwn(own, name) || brought.has(name)) name += '_'
    // Named before it is looked at: a definition may refer to itself.
    names.set(pointer, name)
    brought.set(name, true)
    const { $defs: _definitions, ...rest } = target
    brought.set(name, rewrite(pointer === '' ? rest : target, false))
    return name
  }
  const refer = (reference: string, isOfPart: boolean): string => {
    const pointer = stays(reference, isOfPart) ? undefined : pointerOf(reference)
    const target = pointer === undefined ? undefined : getByPointer(whole, pointer)
    if (pointer === undefined || !isObject(target)) return reference
    return referenceTo(`/$defs/${escapePointer(names.get(pointer) ?? bring(pointer, target))}`)
  }
  const rewrite = (schema: JsonObject, isOfPart: boolean): JsonObject => {
    const mapped = mapSubschemas(schema, (inner) => (isObject(inner) ? rewrite(inner, isOfPart) : inner))
    return typeof mapped.$ref === 'string' ? { ...mapped, $ref: refer(mapped.$ref, isOfPart) } : mapped
  }
  const alone = rewrite(part, true)
  if (brought.size === 0) return part
  return { ...alone, $defs: { ...(isObject(alone.$defs) && alone.$defs), ...Object.fromEntries(brought) } }
}

/** Whether a schema holds a reference anywhere. */
const refers = (schema: JsonObject): boolean =>
  hasOwn(schema, '$ref') || subschemasOf(schema).some(({ schema: inner }) => isObject(inner) && refers(inner))
