import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import { followReference, toPointer } from '../schema/pointer.ts'
import { stringOf } from './conversion.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace']

/** One method of one path of an OpenAPI document. */
export interface Operation {
  /** Its place in the text. */
  readonly path: Pointer
  /** As the document writes it, with `{parameters}`; empty for an operation alone. */
  readonly route: string
  readonly name: string
  readonly method: string
  readonly value: JsonObject
  /** Parameters that all operations of the path share. */
  readonly shared: readonly Json[]
}

/** The operations of a document, of a path item, or of one operation. */
export const operationsOf = (value: JsonObject): readonly Operation[] => {
  if (isObject(value.paths)) {
    return Object.entries(value.paths).flatMap(([path, written]) => {
      const item = referred(written, value)
      return isObject(item) ? ofPath(item, path, toPointer(['paths', path]), value) : []
    })
  }
  const ofItem = ofPath(value, '', '', value)
  if (ofItem.length > 0) return ofItem
  const isOperation = ['operationId', 'responses', 'requestBody', 'parameters'].some((key) => hasOwn(value, key))
  return isOperation
    ? [{ path: '', route: '', name: stringOf(value.operationId) ?? 'operation', method: '', value, shared: [] }]
    : []
}

/** The value itself, or what its `$ref` leads to: path items and operations may be in other files. */
const referred = (written: Json | undefined, document: JsonObject): Json | undefined => {
  const reference = isObject(written) ? stringOf(written.$ref) : undefined
  return reference === undefined ? written : followReference(document, reference)
}

const ofPath = (item: JsonObject, path: string, place: Pointer, document: JsonObject): readonly Operation[] =>
  METHODS.flatMap((method): readonly Operation[] => {
    const value = referred(item[method], document)
    if (!isObject(value)) return []
    const shared = Array.isArray(item.parameters) ? item.parameters : []
    const words = `${method} ${path.replaceAll(/[{}]/gu, '')}`.match(/[A-Za-z0-9]+/gu) ?? [method]
    const name = words
      .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join('')
    return [
      { path: `${place}/${method}`, route: path, name: stringOf(value.operationId) ?? name, method, value, shared },
    ]
  })
