import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { JSONPath } from 'jsonc-parser'
import { metaField, type ToolPlace } from '../texts/idea-view.ts'
import { removeAt, setAt } from '../texts/json-edit.ts'

/** The canonical name of a meta field and its other spelling, if it has one (docs/contract/protocol.md#tools). */
export type FieldNames = readonly [string, ...string[]]

const isFixed = (path: JSONPath): boolean => path.at(-1) === 'const'

/** The single value a meta field is fixed to; undefined if it is left out or open. */
export function fixedValue(place: ToolPlace, names: FieldNames): Json | undefined {
  const field = metaField(place.schema, names)
  if (field === null) return undefined
  if (isFixed(field.path) || !isObject(field.value)) return field.value
  return undefined
}

/** The choices that a meta field leaves to the model: of `enum`, or of an array of `enum`. */
export function openChoices(place: ToolPlace, names: FieldNames): readonly string[] {
  const value = metaField(place.schema, names)?.value
  if (!isObject(value)) return []
  const items: JsonObject = isObject(value.items) ? value.items : value
  return Array.isArray(items.enum) ? items.enum.filter((each) => typeof each === 'string') : []
}

/** A file's text with the meta field fixed to `value`, in the form its author wrote; undefined takes the field out. */
export function withFixed(text: string, place: ToolPlace, names: FieldNames, value: Json | undefined): string {
  const field = metaField(place.schema, names)
  if (field === null)
    return value === undefined ? text : setAt(text, [...place.path, 'properties', names[0]], { const: value })
  const whole = isFixed(field.path) ? field.path.slice(0, -1) : field.path
  if (value === undefined) return removeAt(text, [...place.path, ...whole])
  const isOpen = !isFixed(field.path) && isObject(field.value)
  return setAt(text, [...place.path, ...field.path], isOpen ? { const: value } : value)
}
