import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { followReference } from '../schema/pointer.ts'
import { mapSubschemas } from './map-subschemas.ts'

const closed = new WeakMap<JsonObject, JsonObject>()

/**
 * Closes objects that declare `properties`, unless the author opened them (docs/contract/protocol.md#composition). A
 * bare `{ type: 'object' }` stays an open map. An object with several schemas is closed as a whole by
 * `unevaluatedProperties`.
 */
export function closeSchema(schema: JsonObject): JsonObject
export function closeSchema(schema: JsonSchema): JsonSchema
export function closeSchema(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema
  const known = closed.get(schema)
  if (known !== undefined) return known
  const result = close(schema, 'whole', schema, extendedSchemas(schema))
  closed.set(schema, result)
  return result
}

/** `part`: one of several schemas of the same object, closed by the one that holds it. */
type Position = 'whole' | 'part' | 'negated'

/** Schemas that others extend, anywhere: closing them would refuse the additions. */
type Extended = ReadonlySet<Json>

function close(schema: JsonObject, position: Position, around: JsonObject, extended: Extended): JsonObject {
  const isComposite = declaresTogether(schema)
  const root = rootOf(schema, around)
  const mapped = mapSubschemas(schema, (subschema, keyword) =>
    isObject(subschema)
      ? close(subschema, positionOf(subschema, keyword, position, isComposite, extended), root, extended)
      : subschema,
  )
  if (position !== 'whole' || isOpened(schema)) return mapped
  // If nothing extends an open schema, its users close it.
  if (isComposite || extended.has(targetOf(schema, root))) return { ...mapped, unevaluatedProperties: false }
  return isObject(schema.properties) ? { ...mapped, additionalProperties: false } : mapped
}

/** The base of a schema's references: its own address, else its surroundings'. */
const rootOf = (schema: JsonObject, around: JsonObject): JsonObject =>
  typeof schema.$id === 'string' ? schema : around

const targetOf = ({ $ref }: JsonObject, root: JsonObject): Json =>
  (typeof $ref === 'string' ? followReference(root, $ref) : undefined) ?? null

const isOpened = (schema: JsonObject): boolean =>
  ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some((keyword) => hasOwn(schema, keyword))

const ALTERNATIVES = ['anyOf', 'oneOf']
const PARTS = ['allOf', 'then', 'else', 'dependentSchemas']

/** Whether more than one schema names properties of the same object. */
function declaresTogether(schema: JsonObject): boolean {
  if (PARTS.some((keyword) => hasOwn(schema, keyword))) return true
  const declares = ['properties', '$ref', ...ALTERNATIVES].filter((keyword) => hasOwn(schema, keyword))
  return declares.length > 1
}

function positionOf(
  schema: JsonObject,
  keyword: string,
  holder: Position,
  isComposite: boolean,
  extended: Extended,
): Position {
  if (holder === 'negated' || keyword === 'not' || keyword === 'if') return 'negated'
  if (PARTS.includes(keyword) || extended.has(schema)) return 'part'
  if (ALTERNATIVES.includes(keyword)) return isComposite || holder === 'part' ? 'part' : 'whole'
  return 'whole'
}

function extendedSchemas(whole: JsonObject): Extended {
  const found = new Set<Json>()
  const visit = (current: JsonObject, isPart: boolean, around: JsonObject): void => {
    const isComposite = isPart || declaresTogether(current)
    const root = rootOf(current, around)
    const target = isComposite ? targetOf(current, root) : null
    // Its own targets are extended as well.
    if (isObject(target) && target !== whole && !found.has(target)) {
      found.add(target)
      visit(target, true, root)
    }
    mapSubschemas(current, (subschema, keyword) => {
      const inPlace = PARTS.includes(keyword) || (ALTERNATIVES.includes(keyword) && isComposite)
      if (isObject(subschema)) visit(subschema, inPlace, root)
      return subschema
    })
  }
  visit(whole, false, whole)
  return found
}
