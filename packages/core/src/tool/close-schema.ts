import { hasOwn, isObject } from '../schema/json.ts'
import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { mapSubschemas } from './map-subschemas.ts'

const closed = new WeakMap<JsonObject, JsonObject>()

/**
 * The schema with every object that declares `properties` closed, unless its author said otherwise with
 * `additionalProperties`, `unevaluatedProperties` or `patternProperties` (PROTOCOL.md §3). A bare `{ type: 'object' }`
 * inside stays an open map: nobody declared what it holds. Where several schemas describe one object (`allOf`, `$ref`
 * beside `properties`), the whole is closed with `unevaluatedProperties`, because closing a part would refuse the others.
 */
export function closeSchema(schema: JsonObject): JsonObject
export function closeSchema(schema: JsonSchema): JsonSchema
export function closeSchema(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema
  const known = closed.get(schema)
  if (known !== undefined) return known
  const extended = extendedDefinitions(schema)
  const result = close(schema, 'whole', extended)
  closed.set(schema, result)
  return result
}

/** `part`: one of several schemas of the same object, closed by the one that holds it. */
type Position = 'whole' | 'part' | 'negated'

function close(schema: JsonObject, position: Position, extended: ReadonlySet<string>): JsonObject {
  const isComposite = declaresTogether(schema)
  const mapped = mapSubschemas(schema, (subschema, keyword, name) =>
    isObject(subschema)
      ? close(subschema, positionOf(keyword, name, { position, isComposite, extended }), extended)
      : subschema,
  )
  if (position !== 'whole' || isOpened(schema)) return mapped
  if (isComposite) return { ...mapped, unevaluatedProperties: false }
  return isObject(schema.properties) ? { ...mapped, additionalProperties: false } : mapped
}

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
  keyword: string,
  name: string | undefined,
  parent: { readonly position: Position; readonly isComposite: boolean; readonly extended: ReadonlySet<string> },
): Position {
  if (parent.position === 'negated' || keyword === 'not' || keyword === 'if') return 'negated'
  if (PARTS.includes(keyword)) return 'part'
  if (ALTERNATIVES.includes(keyword)) return parent.isComposite || parent.position === 'part' ? 'part' : 'whole'
  if (keyword === '$defs' || keyword === 'definitions') {
    return parent.extended.has(`#/${keyword}/${name ?? ''}`) ? 'part' : 'whole'
  }
  return 'whole'
}

/** Definitions that other schemas add properties to: closing them would refuse what was added. */
function extendedDefinitions(schema: JsonObject): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (current: JsonObject, isPart: boolean): void => {
    const isComposite = isPart || declaresTogether(current)
    if (isComposite && typeof current.$ref === 'string') found.add(current.$ref)
    mapSubschemas(current, (subschema, keyword) => {
      const inPlace = PARTS.includes(keyword) || (ALTERNATIVES.includes(keyword) && isComposite)
      if (isObject(subschema)) visit(subschema, inPlace)
      return subschema
    })
  }
  visit(schema, false)
  return found
}
