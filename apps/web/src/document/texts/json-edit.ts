import type { Json } from '@ensemble/core'
import {
  applyTextEdits,
  insertItem,
  insertMember,
  memberOf,
  moveChild,
  parseDocument,
  removeChild,
  renameKey as renameProperty,
  replaceValue,
  type JsonNode,
  type TextEdit,
} from '@ensemble/core/editor'

/** Changes of a JSON text at one place, by the core's text editor. What is added looks like its neighbours; every other byte stays. */

/** Keys and indices from the root. */
export type JsonPath = readonly (string | number)[]

const childOf = (node: JsonNode, key: string | number): JsonNode | undefined =>
  node.type === 'array' ? node.children?.[Number(key)] : memberOf(node, String(key))

const find = (root: JsonNode | undefined, path: JsonPath): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>((node, key) => node && childOf(node, key), root)

const nested = (path: JsonPath, value: Json): Json =>
  path.reduceRight<Json>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)

/** `text` with `value` at `path`; undefined removes the value there. Missing objects and arrays on the way are made. */
export function setAt(text: string, path: JsonPath, value: Json | undefined): string {
  if (value === undefined) return path.length === 0 ? text : removeAt(text, path)
  const document = parseDocument(text)
  if (path.length === 0 || document.root === undefined) return toText(nested(path, value))
  let node = document.root
  let depth = 0
  for (; depth < path.length; depth += 1) {
    const next = childOf(node, path[depth] ?? '')
    if (next === undefined) break
    node = next
  }
  const [key, ...rest] = path.slice(depth)
  const add = (): readonly TextEdit[] => {
    if (key === undefined) return replaceValue(document, node, value)
    if (node.type === 'object') return insertMember(document, node, String(key), nested(rest, value))
    if (node.type === 'array') return insertItem(document, node, nested(rest, value))
    return replaceValue(document, node, nested([key, ...rest], value))
  }
  return applyTextEdits(text, add())
}

/** `text` without the value at `path`, its key and comma included. */
export function removeAt(text: string, path: JsonPath): string {
  const document = parseDocument(text)
  const value = find(document.root, path)
  const entry = value?.parent?.type === 'property' ? value.parent : value
  return entry === undefined ? text : applyTextEdits(text, removeChild(document, entry))
}

/** `text` with `value` inserted before item `index` of the array at `path`; a missing array is made. */
export function insertAt(text: string, path: JsonPath, index: number, value: Json): string {
  const document = parseDocument(text)
  const array = find(document.root, path)
  if (array?.type !== 'array') return setAt(text, path, [value])
  return applyTextEdits(text, insertItem(document, array, value, index))
}

/** `text` with the property at `path` called `name`; its value and place stay as they are. */
export function renameKey(text: string, path: JsonPath, name: string): string {
  const property = nodeAt(text, path)?.parent
  return property === undefined ? text : applyTextEdits(text, renameProperty(property, name))
}

/** `text` with every whole string value `from` replaced by `to`, and how many there were. Keys are left alone. */
export function replaceStrings(
  text: string,
  from: string,
  to: string,
): { readonly text: string; readonly count: number } {
  const edits: TextEdit[] = []
  const visit = (node: JsonNode | undefined): void => {
    if (node === undefined) return
    if (node.type === 'string' && node.value === from)
      edits.push({ offset: node.offset, length: node.length, text: JSON.stringify(to) })
    if (node.type === 'property') visit(node.children?.[1])
    else node.children?.forEach(visit)
  }
  visit(parseDocument(text).root)
  return { text: applyTextEdits(text, edits), count: edits.length }
}

/** Moves item `from` of the array at `path` to `to`, keeping the text of every item. */
export function moveItem(text: string, path: JsonPath, from: number, to: number): string {
  const document = parseDocument(text)
  const array = find(document.root, path)
  return array === undefined ? text : applyTextEdits(text, moveChild(document, array, from, to))
}

/** The JSON node at `path`, with its offset and length in UTF-16 units. */
export const nodeAt = (text: string, path: JsonPath): JsonNode | undefined => find(parseDocument(text).root, path)

/** A new file's text: two spaces, a line break at the end. */
export const toText = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`
