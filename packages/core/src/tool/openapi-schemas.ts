import { define, hasOwn, isObject, type Json, type JsonObject } from '../schema/json.ts'
import { followReference, parsePointer, pointerOf } from '../schema/pointer.ts'
import type { Lost } from './conversion.ts'
import { lostOf } from './lost-sentences.ts'
import { mapSubschemas } from './map-subschemas.ts'

/** The targets of a document's references, as the `$defs` of a Tool. */
export interface Definitions {
  readonly schemas: { [name: string]: Json }
  /** By reference: two components are two definitions, also where their names come out the same. */
  readonly names: Map<string, string>
}

/** A component's own name, in letters that need no escape in a reference: `Page<User>` → `Page_User_`, a second one `Page_User__2`. */
const definitionName = (reference: string, { schemas, names }: Definitions): string => {
  const known = names.get(reference)
  if (known !== undefined) return known
  const own = (parsePointer(pointerOf(reference) ?? '')?.at(-1) ?? 'schema').replace(/[^\w.-]/gu, '_')
  let name = own
  for (let count = 2; hasOwn(schemas, name); count++) name = `${own}_${count}`
  names.set(reference, name)
  return name
}

/** OpenAPI 3.0's own words become those of 2020-12; components become `$defs`. */
export const toDraft2020 = (schema: Json, document: JsonObject, definitions: Definitions, lost: Lost[]): Json => {
  if (!isObject(schema)) return schema
  const next = (inner: Json): Json => toDraft2020(inner, document, definitions, lost)
  if (typeof schema.$ref === 'string') {
    const target = followReference(document, schema.$ref)
    if (target === undefined) {
      lost.push(lostOf('openapiReference', schema.$ref, { reference: schema.$ref }))
      return {}
    }
    const name = definitionName(schema.$ref, definitions)
    if (!hasOwn(definitions.schemas, name)) {
      define(definitions.schemas, name, {})
      define(definitions.schemas, name, next(target))
    }
    return orNull({ $ref: `#/$defs/${name}` }, schema.nullable)
  }
  const mapped = mapSubschemas(schema, (inner) => {
    const read = next(inner)
    return isObject(read) || typeof read === 'boolean' ? read : true
  })
  return modernise(mapped, lost)
}

/** By the letter, `nullable` doesn't apply to a referenced type; every document that writes it means null. */
const orNull = (schema: JsonObject, nullable: Json | undefined): JsonObject =>
  nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema

const modernise = (schema: JsonObject, lost: Lost[]): JsonObject => {
  const { nullable, example, discriminator, xml, externalDocs, ...rest } = schema
  for (const [key, value] of Object.entries({ discriminator, xml, externalDocs })) {
    if (value !== undefined) lost.push(lostOf('openapiKeyword', key, { keyword: key }))
  }
  const modern: { [keyword: string]: Json } = { ...rest }
  if (example !== undefined && modern['examples'] === undefined) modern['examples'] = [example]
  if (nullable === true && typeof modern['type'] === 'string') modern['type'] = [modern['type'], 'null']
  if (nullable === true && Array.isArray(modern['enum'])) modern['enum'] = [...modern['enum'], null]
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof modern[exclusive] !== 'boolean') continue
    if (modern[exclusive] && modern[limit] !== undefined) {
      modern[exclusive] = modern[limit]
      delete modern[limit]
    } else delete modern[exclusive]
  }
  const isCombined = ['allOf', 'anyOf', 'oneOf'].some((keyword) => hasOwn(modern, keyword))
  return isCombined && modern['type'] === undefined ? orNull(modern, nullable) : modern
}
