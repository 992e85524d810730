import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import type { JsonDocument, JsonNode, TextEdit } from '../schema/json-document.ts'
import {
  applyTextEdits,
  editBetween,
  jsonOf,
  keyOf,
  memberOf,
  nodeAt,
  parseDocument,
  propertyOf,
} from '../schema/json-document.ts'
import type { EditStep } from '../schema/json-edits.ts'
import {
  editInSteps,
  insertItem,
  insertMember,
  moveChild,
  removeChild,
  renameKey,
  setMember,
} from '../schema/json-edits.ts'
import { toPointer } from '../schema/pointer.ts'
import type { Combination } from './property-table.ts'

/**
 * Edits of the property table, from the text, the object schema's pointer and the property's name. Every other byte
 * stays. An inapplicable edit (no such property, a taken name) gives none.
 */

/** Sets keywords of a property's schema; `undefined` removes one. */
export const setProperty = (
  text: string,
  pointer: Pointer,
  name: string,
  keywords: { readonly [keyword: string]: Json | undefined },
): readonly TextEdit[] => setKeywords(text, pointer + toPointer(['properties', name]), keywords)

/** The same for the schema at `at`: of items, of an alternative. */
export const setKeywords = (
  text: string,
  at: Pointer,
  keywords: { readonly [keyword: string]: Json | undefined },
): readonly TextEdit[] =>
  editInSteps(
    text,
    Object.entries(keywords).map(([keyword, value]) => setKeyword(at, keyword, value)),
  )

const LEADING = ['type', 'title', 'description']

/** Sets one keyword of the schema at `at`; a boolean schema becomes an object one. */
const setKeyword =
  (at: Pointer, keyword: string, value: Json | undefined): EditStep =>
  (document) => {
    const schema = nodeAt(document.root, at)
    if (schema === undefined) return []
    if (schema.type !== 'object') return value === undefined ? [] : replaceBoolean(schema, keyword, value)
    return setMember(document, schema, keyword, value, placeOf(schema, keyword))
  }

const replaceBoolean = (schema: JsonNode, keyword: string, value: Json): readonly TextEdit[] => {
  if (schema.value !== true) return []
  const text = `{ ${JSON.stringify(keyword)}: ${JSON.stringify(value)} }`
  return [{ offset: schema.offset, length: schema.length, text }]
}

/** Type, title and description lead; everything else is added at the end. */
const placeOf = (schema: JsonNode, keyword: string): number => {
  const rank = LEADING.indexOf(keyword)
  if (rank < 0) return Infinity
  const earlier = LEADING.slice(0, rank)
  return (schema.children ?? []).reduce(
    (place, property, index) => (earlier.includes(keyOf(property) ?? '') ? index + 1 : place),
    0,
  )
}

/** Keywords that only speak of one type, and so go when the type does. */
const OF_TYPE: { readonly [type: string]: readonly string[] } = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties'],
}

/** Another type; keywords that only speak of the types that go are removed with them. */
export const retypeProperty = (
  text: string,
  pointer: Pointer,
  name: string,
  types: string | readonly string[],
): readonly TextEdit[] => retypeSchema(text, pointer + toPointer(['properties', name]), types)

/** The same for the schema at `at`. */
export const retypeSchema = (text: string, at: Pointer, types: string | readonly string[]): readonly TextEdit[] => {
  const list = [types].flat()
  const kept = new Set(list.flatMap((type) => OF_TYPE[type] ?? []))
  const going = [...new Set(Object.values(OF_TYPE).flat())].filter((keyword) => !kept.has(keyword))
  const [only] = list
  const type = list.length === 1 && only !== undefined ? only : list
  return editInSteps(text, [
    ...going.map((keyword) => setKeyword(at, keyword, undefined)),
    setKeyword(at, 'type', list.length === 0 ? undefined : type),
  ])
}

const schemaAt = (document: JsonDocument, pointer: Pointer): JsonNode | undefined => nodeAt(document.root, pointer)
const propertiesAt = (document: JsonDocument, pointer: Pointer): JsonNode | undefined =>
  memberOf(schemaAt(document, pointer), 'properties')

/** Another name, also in `required` and `_parameterNames`. References elsewhere are `renameAt`'s. */
export const renameProperty = (text: string, pointer: Pointer, name: string, newName: string): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const properties = propertiesAt(document, pointer)
      const property = propertyOf(properties, name)
      if (property === undefined || propertyOf(properties, newName) !== undefined) return []
      const item = requiredItem(document, pointer, name)
      const entry = item && { offset: item.offset, length: item.length, text: JSON.stringify(newName) }
      const written =
        memberOf(properties, '_parameterNames') ?? memberOf(schemaAt(document, pointer), '_parameterNames')
      const sent = propertyOf(memberOf(written, 'const') ?? written, name)
      return [...renameKey(property, newName), ...(entry ? [entry] : []), ...(sent ? renameKey(sent, newName) : [])]
    },
  ])

const requiredItem = (document: JsonDocument, pointer: Pointer, name: string): JsonNode | undefined =>
  memberOf(schemaAt(document, pointer), 'required')?.children?.find((item) => item.value === name)

/** Whether Calls must hold the property. */
export const setRequired = (text: string, pointer: Pointer, name: string, required: boolean): readonly TextEdit[] =>
  editInSteps(text, [requireStep(pointer, name, required)])

const requireStep =
  (pointer: Pointer, name: string, required: boolean): EditStep =>
  (document) => {
    const item = requiredItem(document, pointer, name)
    if (!required) return item === undefined ? [] : removeChild(document, item)
    const schema = schemaAt(document, pointer)
    if (item !== undefined || schema?.type !== 'object') return []
    const list = memberOf(schema, 'required')
    if (list === undefined) return insertMember(document, schema, 'required', [name], afterProperties(schema))
    return list.type === 'array' ? insertItem(document, list, name) : []
  }

const afterProperties = (schema: JsonNode): number =>
  (schema.children ?? []).findIndex((child) => keyOf(child) === 'properties') + 1 || Infinity

/** Puts the property at place `to` among its siblings, counted from 0. */
export const movePropertyTo = (text: string, pointer: Pointer, name: string, to: number): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const properties = propertiesAt(document, pointer)
      const from = properties?.children?.findIndex((child) => keyOf(child) === name) ?? -1
      return properties === undefined || from < 0 ? [] : moveChild(document, properties, from, to)
    },
  ])

/** A property that is about to be added; a string unless it has a schema. */
export interface NewProperty {
  readonly schema?: JsonObject | boolean
  readonly required?: boolean
  /** Place among the properties; at the end unless given. */
  readonly index?: number
}

/** A new property, a string unless its schema is given. */
export const addProperty = (
  text: string,
  pointer: Pointer,
  name: string,
  { schema = { type: 'string' }, required = false, index }: NewProperty = {},
): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const object = schemaAt(document, pointer)
      if (object?.type !== 'object') return []
      const properties = memberOf(object, 'properties')
      if (properties === undefined) {
        return insertMember(document, object, 'properties', { [name]: schema }, placeOf(object, 'properties'))
      }
      const isTaken = properties.type !== 'object' || propertyOf(properties, name) !== undefined
      return isTaken ? [] : insertMember(document, properties, name, schema, index)
    },
    ...(required ? [requireStep(pointer, name, true)] : []),
  ])

/** Removes the property, also from `required`. */
export const removeProperty = (text: string, pointer: Pointer, name: string): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const property = propertyOf(propertiesAt(document, pointer), name)
      return property === undefined ? [] : removeChild(document, property)
    },
    requireStep(pointer, name, false),
  ])

/** Moves a property unchanged to the object schema at `to`. No edits if the name is taken or `to` is inside it. */
export const movePropertyInto = (text: string, pointer: Pointer, name: string, to: Pointer): readonly TextEdit[] => {
  const own = pointer + toPointer(['properties', name])
  if (to === pointer || to === own || to.startsWith(`${own}/`)) return []
  const { root } = parseDocument(text)
  const source = nodeAt(root, own)
  const target = nodeAt(root, to)
  const isTaken = propertyOf(memberOf(target, 'properties'), name) !== undefined
  if (source === undefined || target?.type !== 'object' || isTaken) return []
  const written = text.slice(source.offset, source.offset + source.length)
  const required = memberOf(nodeAt(root, pointer), 'required')?.children?.some(({ value }) => value === name) ?? false
  const without = applyTextEdits(text, removeProperty(text, pointer, name))
  const added = applyTextEdits(without, addProperty(without, to, name, { schema: {}, required }))
  const place = nodeAt(parseDocument(added).root, to + toPointer(['properties', name]))
  if (place === undefined) return []
  return editBetween(text, added.slice(0, place.offset) + written + added.slice(place.offset + place.length))
}

/**
 * One more alternative of `anyOf`, `oneOf` or `allOf` at the schema `at`, the first where there is none. It differs from
 * the others, since two alternatives of `oneOf` that take the same values take none: in its type, or in the value of the
 * property `discriminator` that tells them apart.
 */
export const addAlternative = (
  text: string,
  at: Pointer,
  kind: Combination,
  discriminator?: string,
): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const holder = nodeAt(document.root, at)
      if (holder?.type !== 'object') return []
      const list = memberOf(holder, kind)
      const added = discriminator === undefined ? nextAlternative(kind, list) : toldApart(discriminator, list)
      if (list === undefined) return insertMember(document, holder, kind, [added])
      return list.type === 'array' ? insertItem(document, list, added) : []
    },
  ])

const toldApart = (name: string, list: JsonNode | undefined): JsonObject => {
  const written = list === undefined ? '' : JSON.stringify(jsonOf(list))
  let number = (list?.children?.length ?? 0) + 1
  while (written.includes(`"option${number}"`)) number += 1
  return { type: 'object', properties: { [name]: { const: `option${number}` } }, required: [name] }
}

const OTHERS = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

const nextAlternative = (kind: Combination, list: JsonNode | undefined): JsonObject => {
  const types = (list?.children ?? []).flatMap((one) => memberOf(one, 'type')?.value as unknown) // a type as written
  if (kind === 'allOf') return types.includes('object') ? { type: 'object', properties: {} } : {}
  const free = OTHERS.find((type) => !types.includes(type) && !(type === 'number' && types.includes('integer')))
  return { type: free ?? 'string' }
}

/** Removes the alternative with the schema at `at`; the keyword with the last one. */
export const removeAlternative = (text: string, at: Pointer): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const node = nodeAt(document.root, at)
      const list = node?.parent
      if (node === undefined || list?.type !== 'array') return []
      const isLast = list.children?.length === 1 && list.parent?.type === 'property'
      return removeChild(document, isLast ? (list.parent ?? node) : node)
    },
  ])

/** The alternatives of a schema under another keyword. No edits where it has that one already. */
export const changeCombination = (text: string, at: Pointer, from: Combination, to: Combination): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const holder = nodeAt(document.root, at)
      const property = propertyOf(holder, from)
      return property === undefined || propertyOf(holder, to) !== undefined ? [] : renameKey(property, to)
    },
  ])
