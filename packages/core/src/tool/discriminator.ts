import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { JsonNode, TextEdit } from '../schema/json-document.ts'
import { applyTextEdits, editBetween, isStringNode, memberOf, nodeAt, parseDocument } from '../schema/json-document.ts'
import { parsePointer, pointerOf, toPointer } from '../schema/pointer.ts'
import { singleValue } from '../schema/strict-subset.ts'
import { addProperty, setKeywords, setRequired } from './property-edits.ts'

/** The one value that an alternative allows for the property, as JSON text. */
const valueTextOf = ({ properties }: JsonObject, name: string): string | undefined =>
  isObject(properties) ? singleValue(properties[name] ?? null) : undefined

/** The same as words: a string without its quotes. */
export const valueOfDiscriminator = (schema: JsonObject, name: string): string | undefined => {
  const text = valueTextOf(schema, name)
  return text?.startsWith('"') === true ? text.slice(1, -1) : text
}

/** A property for which every alternative requires another value. */
export const discriminatorOf = (alternatives: readonly (JsonObject | undefined)[]): string | undefined => {
  const known = alternatives.filter((one) => one !== undefined)
  const [first] = known
  if (first === undefined || known.length < alternatives.length || known.length < 2) return undefined
  return (isObject(first.properties) ? Object.keys(first.properties) : []).find((name) => {
    const values = known.map((one) => valueTextOf(one, name))
    const isRequired = known.every(({ required }) => Array.isArray(required) && required.includes(name))
    return isRequired && values.every((value) => value !== undefined) && new Set(values).size === known.length
  })
}

/**
 * Every object alternative of `kind` at the schema `at` requires its own value of the property `name`: its title, the
 * name of its definition, or its number. No edits where an alternative isn't an object schema of this text. `base` is the
 * schema that references start from.
 */
export const setDiscriminator = (
  text: string,
  base: Pointer,
  at: Pointer,
  kind: 'anyOf' | 'oneOf',
  name: string,
): readonly TextEdit[] => {
  const { root } = parseDocument(text)
  const alternatives = memberOf(nodeAt(root, at), kind)?.children ?? []
  const places = alternatives.map((_alternative, index) => placeOf(root, base, at + toPointer([kind, index])))
  if (places.length === 0 || places.some((place) => place === undefined)) return []
  const taken = new Set<Json>()
  let now = text
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue
    const value = freeValue(nameOf(nodeAt(root, place), place) ?? `option${index + 1}`, taken)
    taken.add(value)
    now = requireValue(now, place, name, value)
  }
  return editBetween(text, now)
}

/** An alternative's own schema, behind its reference; undefined where it isn't an object schema. */
const placeOf = (root: JsonNode | undefined, base: Pointer, at: Pointer): Pointer | undefined => {
  const ref = memberOf(nodeAt(root, at), '$ref')
  const inner = isStringNode(ref) ? pointerOf(ref.value) : undefined
  const place = ref === undefined ? at : inner === undefined ? undefined : base + inner
  const schema = place === undefined ? undefined : nodeAt(root, place)
  const isObjectSchema = memberOf(schema, 'type')?.value === 'object' || memberOf(schema, 'properties') !== undefined
  return isObjectSchema ? place : undefined
}

const nameOf = (schema: JsonNode | undefined, place: Pointer): string | undefined => {
  const title = memberOf(schema, 'title')
  if (isStringNode(title) && title.value !== '') return title.value
  const segments = parsePointer(place) ?? []
  return ['$defs', 'definitions'].includes(segments.at(-2) ?? '') ? segments.at(-1) : undefined
}

const freeValue = (wanted: string, taken: ReadonlySet<Json>): string => {
  let value = wanted
  for (let number = 2; taken.has(value); number += 1) value = `${wanted}${number}`
  return value
}

const requireValue = (text: string, place: Pointer, name: string, value: string): string => {
  const own = place + toPointer(['properties', name])
  const schema = nodeAt(parseDocument(text).root, own)
  const single = memberOf(schema, 'const')
  const added =
    schema === undefined
      ? applyTextEdits(text, addProperty(text, place, name, { schema: { const: value }, index: 0 }))
      : single === undefined
        ? applyTextEdits(text, setKeywords(text, own, { const: value }))
        : text
  return applyTextEdits(added, setRequired(added, place, name, true))
}
